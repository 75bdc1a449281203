import { type Static, Type } from 'typebox'
import { call, Name, Nothing, Nullable, OneOf, Text } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { BranchOf } from '../../contract/tree.ts'

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
  /** The stored value. */
  code: Type.String(),
  parentCode: Nullable(Type.String()),
  /** The shown text, in Chinese and in English. */
  name: Type.String(),
  nameEn: Type.String(),
})
export type DictionaryEntry = Static<typeof DictionaryEntry>

export const dictionaryRefusals = /* @__PURE__ */ refusals({
  codeTaken: { code: 422, zh: '代码“{code}”已有', en: 'The code “{code}” already exists' },
  parentUnknown: { code: 422, zh: '没有找到上级，请重新选择', en: 'Parent not found; choose again' },
  tooDeep: { code: 422, zh: '最多两级', en: 'At most two levels are allowed' },
  inUse: {
    code: 409,
    zh: '有 {count} 处正在使用这个代码，不能删除；可以停用，已填的仍会显示',
    en: 'This code is used in {count} {count|place|places} and cannot be deleted; disable it instead, and existing data still shows it',
  },
  hasChildren: {
    code: 409,
    zh: '下面还有 {count} 项，请先删除它们',
    en: 'It has {count} {count|sub-option|sub-options}; delete them first',
  },
  productOwn: {
    code: 409,
    zh: '这是产品自带的代码，不能删除；可以停用',
    en: 'This is a built-in code and cannot be deleted; disable it instead',
  },
})

/** An entry as the page of the dictionary shows it. */
export const ManagedEntry = Type.Object({
  ...DictionaryEntry.properties,
  sort: Type.Integer(),
  active: Type.Boolean(),
  /** The project's own entry, or the product's with another name or state; the order aside. */
  own: Type.Boolean(),
  /** Comes with the product: it can be reset to the product's value, not deleted. */
  product: Type.Boolean(),
  /** Learners, units and classes that hold the code. */
  uses: Type.Integer(),
})
export type ManagedEntry = Static<typeof ManagedEntry>

/** Pattern of codes in a list: short, and without letters that a sheet or an address would change. */
export const codePattern = '^[A-Za-z0-9_\\u4e00-\\u9fff-]{1,40}$'

const allow = '/project-manage/dictionary'
const code = Type.String({ pattern: codePattern })
const One = Type.Object({ kind: DictionaryKind, code: Text(40) })

/** A stranger’s project is that of the unit. */
const unitId = Type.Optional(Type.String({ maxLength: 64 }))

export const dictionaryCalls = {
  queryEntries: call('/dictionary-entity/query-entries.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ kind: DictionaryKind }),
    output: Type.Array(ManagedEntry),
    summary: 'A code list as the project has it, disabled entries too, with how often each is used',
  }),
  saveEntry: call('/dictionary-entity/save-entry.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      kind: DictionaryKind,
      code,
      parentCode: Type.Optional(Nullable(Text(40))),
      /** Both of a new entry; of a known one those that change, and the other stays as it is. */
      name: Type.Optional(Name(60)),
      nameEn: Type.Optional(Name(80)),
      /** A new entry's code is nobody's yet; without it one that is there is changed. */
      isNew: Type.Optional(Type.Boolean()),
    }),
    output: Nothing,
    summary: 'Adds an entry of the project’s own, or gives a known one other names in this project',
  }),
  orderEntries: call('/dictionary-entity/order-entries.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      kind: DictionaryKind,
      /** The codes of one level in their new order. */
      codes: Type.Array(Text(40), { minItems: 1, maxItems: 500, uniqueItems: true }),
    }),
    output: Nothing,
    summary: 'Puts the entries of one level into an order',
  }),
  disableEntry: call('/dictionary-entity/disable-entry.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ ...One.properties, disabled: Type.Boolean() }),
    output: Nothing,
    summary: 'Takes an entry out of the choices, or puts it back; what was written still shows',
  }),
  deleteEntry: call('/dictionary-entity/delete-entry.action', {
    allow,
    wholeProject: true,
    input: One,
    output: Nothing,
    summary:
      'Deletes an entry of the project’s own that nobody uses; of the product’s, reverts what was changed',
  }),
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
    output: Type.Array(BranchOf('DictionaryNode', DictionaryEntry)),
    summary: 'One code list as a tree',
  }),
}
