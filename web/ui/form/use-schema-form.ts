import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from '#web/zod.ts';

/**
 * A form that a schema validates. When the language changes, the caller passes a new schema, whose messages replace
 * those of the shown errors. Errors of the gateway stay as they are.
 */
export function useSchemaForm<Values extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Values>,
  defaultValues: DefaultValues<NoInfer<Values>>,
): UseFormReturn<Values, unknown, Output> {
  const form = useForm<Values, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
  const { getErrors, getValues, setError } = form;
  useEffect(() => {
    const errors = getErrors();
    const hasError = (path: string): path is FieldPath<Values> => get(errors, path) !== undefined;
    const issues = schema.safeParse(getValues()).error?.issues ?? [];
    // A field shows its first error, which is therefore set last.
    for (const { path, code, message } of issues.reverse()) {
      const name = path.join('.');
      if (hasError(name)) setError(name, { type: code, message });
    }
  }, [schema, getErrors, getValues, setError]);
  return form;
}
