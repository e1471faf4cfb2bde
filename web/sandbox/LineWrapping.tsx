import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** Wraps long lines of the query and the variables: the editors are narrow, and GraphiQL wraps only the response. */
export function LineWrapping() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  useEffect(() => {
    for (const editor of [queryEditor, variableEditor])
      editor?.updateOptions({ wordWrap: 'on', wrappingIndent: 'indent' });
  }, [queryEditor, variableEditor]);
  return null;
}
