import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { FieldCosts, type ListSize } from './field-costs.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** Reads the value of an argument; undefined if it is not set. */
type ReadValue = (variables: Variables) => unknown;

/** A selection set without its fragments, which are expanded. */
export interface CompiledSelections {
  /** The depth of its fields in the document; 0 without fields, or for introspection. */
  depth: number;
  aliases: number;
  rootFields: number;
  /** Points for the fields whose cost does not depend on variables or sizes. */
  fixedCost: number;
  fields: CompiledField[];
  conditional: Array<{ selections: CompiledSelections; isExcluded: (variables: Variables) => boolean }>;
}

export interface CompiledField {
  /** `Type.field` */
  name: string;
  weight: number;
  weightedArguments: Array<{ read: ReadValue; weight: number }>;
  /** Whether the parent field determines how many objects this field returns. */
  isSizedByParent: boolean;
  /** Null for a field that returns one object. */
  listSize: { assumedSize: number; slicingArguments: ReadValue[]; isOfSizedFields: boolean } | null;
  selections: CompiledSelections | null;
}

/** Fragments in fragments can multiply the size of a document. Compiling stops here, above every limit. */
export const maxFields = 20_000;

/** Compiles an operation; null if it has more than `maxFields` fields and fragments. */
export function compileSelections(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledSelections | null {
  return new Compiler(schema, document, operation).compileOperation();
}

/** A position in the document. */
interface Position {
  parent: GraphQLNamedType;
  /** The level of the fields, from 1; null for introspection, whose depth graphql-js limits itself. */
  depth: number | null;
  /** The lists that the parent field sizes. */
  sizedFields: readonly string[];
}

class Compiler {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #fieldCosts: FieldCosts;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variableDefaults: ReadonlyMap<string, ValueNode | undefined>;
  #fieldCount = 0;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, operation: OperationDefinitionNode) {
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    const variables = operation.variableDefinitions ?? [];
    this.#schema = schema;
    this.#operation = operation;
    this.#fieldCosts = new FieldCosts(schema);
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
    this.#variableDefaults = new Map(
      variables.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
    );
  }

  compileOperation(): CompiledSelections | null {
    const parent = this.#schema.getRootType(this.#operation.operation);
    if (!parent) return newSelections();
    const selections = this.#compile(this.#operation.selectionSet, { parent, depth: 1, sizedFields: [] });
    return this.#fieldCount > maxFields ? null : selections;
  }

  #compile({ selections }: SelectionSetNode, position: Position): CompiledSelections {
    const compiled = newSelections();
    for (const selection of selections) this.#addSelection(compiled, selection, position);
    return compiled;
  }

  #addSelection(compiled: CompiledSelections, selection: SelectionNode, position: Position): void {
    this.#fieldCount += 1;
    if (this.#fieldCount > maxFields) return;
    const conditions = (selection.directives ?? []).flatMap(({ name, arguments: [condition] = [] }) =>
      condition !== undefined && (name.value === 'skip' || name.value === 'include')
        ? [{ read: this.#compileValue(condition.value), excludingValue: name.value === 'skip' }]
        : [],
    );
    const target = conditions.length === 0 ? compiled : newSelections();
    if (target !== compiled) {
      const isExcluded = (variables: Variables) =>
        conditions.some(({ read, excludingValue }) => read(variables) === excludingValue);
      compiled.conditional.push({ selections: target, isExcluded });
    }
    if (selection.kind === Kind.FIELD) {
      this.#addField(target, selection, position);
      return;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
    const typeName = fragment?.typeCondition?.name.value;
    const parent = (typeName === undefined ? undefined : this.#schema.getType(typeName)) ?? position.parent;
    for (const inner of fragment?.selectionSet.selections ?? []) {
      this.#addSelection(target, inner, { ...position, parent });
    }
  }

  #addField(
    compiled: CompiledSelections,
    { name: { value: name }, alias, arguments: argumentNodes = [], selectionSet }: FieldNode,
    { parent, depth, sizedFields }: Position,
  ): void {
    if (alias !== undefined) compiled.aliases += 1;
    if (depth === 1) compiled.rootFields += 1;
    const cost = this.#fieldCosts.get(parent, name);
    if (cost === null) return;
    const ownDepth = cost.isIntrospection ? null : depth;
    compiled.depth = Math.max(compiled.depth, ownDepth ?? 0);
    const readArgument = (argument: string): ReadValue => {
      const value = argumentNodes.find((node) => node.name.value === argument)?.value;
      const { defaultValue } = cost.arguments.find((declared) => declared.name === argument) ?? {};
      return value === undefined ? () => defaultValue : this.#compileValue(value, defaultValue);
    };
    const weightedArguments = cost.arguments
      .filter(({ weight }) => weight > 0)
      .map((argument) => ({ read: readArgument(argument.name), weight: argument.weight }));
    const isSizedByParent = sizedFields.includes(name);
    const hasFixedCost = weightedArguments.length === 0 && cost.listSize === null && !isSizedByParent;
    if (selectionSet === undefined && hasFixedCost) {
      compiled.fixedCost += cost.weight;
      return;
    }
    compiled.fields.push({
      name: `${parent.name}.${name}`,
      weight: cost.weight,
      weightedArguments,
      isSizedByParent,
      listSize: compileListSize(cost.listSize, readArgument),
      selections:
        selectionSet === undefined
          ? null
          : this.#compile(selectionSet, {
              parent: cost.type,
              depth: ownDepth === null ? null : ownDepth + 1,
              sizedFields: cost.listSize?.sizedFields ?? [],
            }),
    });
  }

  #compileValue(node: ValueNode, defaultValue?: unknown): ReadValue {
    if (node.kind !== Kind.VARIABLE) {
      const value: unknown = valueFromASTUntyped(node);
      return () => value;
    }
    const name = node.name.value;
    const variableDefault = this.#variableDefaults.get(name);
    const valueIfAbsent: unknown =
      variableDefault === undefined ? defaultValue : valueFromASTUntyped(variableDefault);
    // Names of variables may be those of inherited properties, such as `constructor`.
    return (variables) => (Object.hasOwn(variables, name) ? variables[name] : valueIfAbsent);
  }
}

function newSelections(): CompiledSelections {
  return { depth: 0, aliases: 0, rootFields: 0, fixedCost: 0, fields: [], conditional: [] };
}

function compileListSize(
  listSize: ListSize | null,
  readArgument: (name: string) => ReadValue,
): CompiledField['listSize'] {
  if (listSize === null) return null;
  const { assumedSize, slicingArguments, sizedFields } = listSize;
  return {
    assumedSize,
    slicingArguments: slicingArguments.map(readArgument),
    isOfSizedFields: sizedFields.length > 0,
  };
}
