import { type Static, Type } from 'typebox'
import { call, Id, Name, Named, Nothing, Nullable } from '../../contract/call.ts'
import { ListColumns } from '../../contract/listColumn.ts'
import { menuUrls } from '../../contract/menu.ts'
import { refusals } from '../../contract/refusal.ts'
import { Revision } from '../../contract/revision.ts'

/** The path of the call that answers the list. */
const ListPath = Type.String({ maxLength: 200 })

const viewFields = {
  name: Name(40),
  /** As the address of the list's page has them. */
  filter: Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 200 })),
  /** A column the list can be sorted by, after a minus descending; null: the list's own order. */
  sort: Nullable(Type.String({ maxLength: 60 })),
  /** Null: the reader's own columns. */
  columns: Nullable(ListColumns),
}

/** Filters, order and columns of a list under a name. */
export const ListView = Named('ListView', {
  ...viewFields,
  id: Id,
  path: ListPath,
  revision: Type.Integer(),
  /** Everyone in the project who may see the list has it. */
  shared: Type.Boolean(),
})
export type ListView = Static<typeof ListView>

/** A person's layout of a list. */
export const ListLayout = Named('ListLayout', {
  path: ListPath,
  /** Null: as the list has them. */
  columns: Nullable(ListColumns),
  /** The view that the list opens with; null: all rows. */
  defaultViewId: Nullable(Id),
})
export type ListLayout = Static<typeof ListLayout>

export const listViewRefusals = refusals({
  nameTaken: {
    code: 409,
    zh: '这个列表已有名为“{name}”的视图，请换一个名称',
    en: 'This list already has a view named “{name}”; choose another name',
  },
  tooMany: {
    code: 409,
    zh: '一个列表最多保存 {most} 个视图，请先删除不用的',
    en: 'A list can have at most {most} saved views; delete one first',
  },
  tooLong: {
    code: 422,
    zh: '筛选条件太长，最多 {most} 个字符',
    en: 'The filters are too long; {most} characters at most',
  },
})

/** Reasons a view is not saved with a filter. */
export const filterProblems = {
  unknown: { zh: '这个列表没有此筛选条件', en: 'is not a filter of this list' },
  number: {
    zh: '含有完整的证件号或手机号，不能共享给所有人',
    en: 'holds a complete ID or mobile number and cannot be shared with everyone',
  },
} as const

const Saved = Type.Object({
  id: Type.Optional(Id),
  /** Required with an id. */
  revision: Type.Optional(Revision),
  path: ListPath,
  ...viewFields,
})
const SavedAs = Type.Object({ id: Id, revision: Type.Integer() })
const ById = Type.Object({ id: Id })

/** Anyone with a page of the back office. */
const staff = { allow: menuUrls } as const
/** Permission to share with everyone in the project, for those who have the whole project. */
const sharing = { allow: '/home/index#share', wholeProject: true } as const

export const listViewCalls = {
  findMine: call('/base/list-view/find-mine.action', {
    ...staff,
    input: Type.Object({}),
    output: Type.Object({ layouts: Type.Array(ListLayout), views: Type.Array(ListView) }),
    summary:
      'How the caller has every list, and the saved views, own and shared, of the lists the caller may see',
  }),
  saveColumns: call('/base/list-view/save-columns.action', {
    ...staff,
    input: Type.Object({ path: ListPath, columns: Nullable(ListColumns) }),
    output: Nothing,
    summary: 'Saves which columns of a list the caller sees, in which order and how wide; null resets them',
  }),
  chooseDefault: call('/base/list-view/choose-default.action', {
    ...staff,
    input: Type.Object({ path: ListPath, viewId: Nullable(Id) }),
    output: Nothing,
    summary: 'Chooses the view that a list opens with for the caller; null for all rows',
  }),
  save: call('/base/list-view/save.action', {
    ...staff,
    input: Saved,
    output: SavedAs,
    summary: 'Saves an own view of a list, or changes it at the revision it was read at',
  }),
  delete: call('/base/list-view/delete.action', {
    ...staff,
    input: ById,
    output: Nothing,
    summary: 'Deletes an own view',
  }),
  saveShared: call('/base/list-view/save-shared.action', {
    ...sharing,
    input: Saved,
    output: SavedAs,
    summary:
      'Saves a view of a list for everyone in the project, or changes it at the revision it was read at',
  }),
  deleteShared: call('/base/list-view/delete-shared.action', {
    ...sharing,
    input: ById,
    output: Nothing,
    summary: 'Deletes a view for everyone in the project',
  }),
}
