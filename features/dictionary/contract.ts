import { type Static, Type } from 'typebox'
import { call, Nullable, OneOf } from '../../contract/call.ts'

/** The code lists the product uses. */
export const dictionaryKinds = [
  'education',
  'degree',
  'jobTitle',
  'titleLevel',
  'personnelCategory',
  'nation',
  'politicalStatus',
  'region',
  'industry',
] as const
export const DictionaryKind = OneOf(dictionaryKinds)
export type DictionaryKind = (typeof dictionaryKinds)[number]

export const DictionaryEntry = Type.Object({
  kind: DictionaryKind,
  /** What is stored. */
  code: Type.String(),
  parentCode: Nullable(Type.String()),
  /** What is shown, in Chinese and in English. */
  name: Type.String(),
  nameEn: Type.String(),
})
export type DictionaryEntry = Static<typeof DictionaryEntry>

/** An entry with those below it. */
export interface DictionaryNode extends DictionaryEntry {
  children: DictionaryNode[]
}

/** A stranger’s project is that of the unit. */
const unitId = Type.Optional(Type.String({ maxLength: 64 }))

export const dictionaryCalls = {
  getDictionaryList: call('/dictionary-entity/get-dictionary-list.action', {
    allow: 'public',
    viewable: true,
    input: Type.Object({
      /** One list, or several at once; all of them when neither is given. */
      kind: Type.Optional(DictionaryKind),
      kinds: Type.Optional(Type.Array(DictionaryKind, { maxItems: dictionaryKinds.length })),
      unitId,
    }),
    output: Type.Array(DictionaryEntry),
    summary: 'Code lists in their order, as the project has them',
  }),
  getDictionaryTree: call('/dictionary-entity/get-dictionary-tree.action', {
    allow: 'public',
    viewable: true,
    input: Type.Object({ kind: DictionaryKind, unitId }),
    output: Type.Array(Type.Unsafe<DictionaryNode>({ type: 'object', additionalProperties: true })),
    summary: 'One code list as a tree',
  }),
}
