import { type Static, Type } from 'typebox'
import {
  call,
  Id,
  Keyword,
  Moment,
  Name,
  Named,
  Nothing,
  Nullable,
  OneOf,
  Text,
} from '../../contract/call.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { Revision } from '../../contract/revision.ts'
import { mostAnnouncements } from './rules.ts'

const NoticeStatus = OneOf(['draft', 'published', 'withdrawn', 'deleted'] as const)
export type NoticeStatus = Static<typeof NoticeStatus>

export const noticeRefusals = refusals({
  published: {
    code: 409,
    zh: '“{name}”已发布，标题和内容不能直接修改；请先撤回，修改后再发布',
    en: 'The title and content of “{name}” are published and stay; withdraw it, change it and publish it again',
  },
  over: {
    code: 409,
    zh: '“{name}”的显示时间已过，请先修改时间再发布',
    en: 'The period of “{name}” is over; change it before publishing',
  },
  full: {
    code: 409,
    zh: `一个班级最多 ${mostAnnouncements} 条公告，请先删除不再需要的`,
    en: `A class has at most ${mostAnnouncements} announcements; delete those no longer needed`,
  },
})

const Words = {
  title: Name(80),
  /** HTML; what is not allowed in it is taken out. */
  content: Type.String({ maxLength: 100_000 }),
}

/** Fields of a notice that a manager edits. */
const NoticeFields = Type.Object({
  ...Words,
  /** Listed before others. */
  pinned: Type.Boolean(),
  /** The period in which it is shown, the end excluded; either end may be open. */
  startsAt: Nullable(Moment),
  endsAt: Nullable(Moment),
  /** Personnel categories it is for; empty is everybody. */
  personnelCategories: Type.Array(Text(40), { maxItems: 50, uniqueItems: true }),
  /** Codes of regions, each with the regions in it; empty is everywhere. */
  regions: Type.Array(Text(40), { maxItems: 200, uniqueItems: true }),
  /** Units, each with those below it; empty is all. */
  unitIds: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
})
export type NoticeFields = Static<typeof NoticeFields>

const Written = {
  id: Id,
  status: NoticeStatus,
  publishedAt: Nullable(Moment),
  /** People who opened it as it reads now. */
  readers: Type.Integer(),
  revision: Revision,
  createdAt: Moment,
}

/** A notice in the list. */
const NoticeRow = Type.Object({
  ...Written,
  title: Type.String(),
  pinned: Type.Boolean(),
  startsAt: Nullable(Moment),
  endsAt: Nullable(Moment),
  /** Place in its period; null unless it is published. */
  phase: Nullable(OneOf(['scheduled', 'shown', 'ended'] as const)),
  /** For everybody, and so for visitors too. */
  open: Type.Boolean(),
})
export type NoticeRow = Static<typeof NoticeRow>
export { NoticeRow }

/** A notice as a manager edits it. */
export const Notice = Named('Notice', {
  ...NoticeFields.properties,
  id: Id,
  status: NoticeStatus,
  revision: Revision,
  units: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type Notice = Static<typeof Notice>

/** An announcement of a class as its office sees it. */
export const Announcement = Type.Object({ ...Written, title: Type.String(), content: Type.String() })
export type Announcement = Static<typeof Announcement>

/** A notice or announcement in a list of its readers. */
export const ShownNotice = Type.Object({
  id: Id,
  title: Type.String(),
  pinned: Type.Boolean(),
  publishedAt: Moment,
  /** A signed-in person has not opened it as it reads now. */
  isUnread: Type.Boolean(),
})
export type ShownNotice = Static<typeof ShownNotice>

/** A notice or announcement as it is read. */
export const NoticeText = Type.Object({
  id: Id,
  title: Type.String(),
  content: Type.String(),
  publishedAt: Moment,
  isUnread: Type.Boolean(),
  /** The class of an announcement. */
  classId: Nullable(Id),
  className: Nullable(Type.String()),
})

const manage = { allow: '/account-manage/banner-list', wholeProject: true } as const
const ofClass = { allow: '/train-manage/class', wholeProject: true } as const
const NoticeId = Type.Object({ id: Id })
const Change = Type.Object({ id: Id, event: OneOf(['publish', 'withdraw'] as const) })
const Changed = Type.Object({ status: NoticeStatus })
const Saved = Type.Object({ id: Id, revision: Revision })
const edited = {
  id: Type.Optional(Id),
  revision: Type.Optional(Revision),
  /** Made once a new one: the same key saves the one that it made. */
  requestKey: Type.Optional(Text(64, 8)),
}
/** A stranger’s project is that of the unit. */
const unitId = Type.Optional(Type.String({ maxLength: 64 }))
const front = { allow: 'public', viewable: true, perMinute: 6000 } as const

export const noticeCalls = {
  query: call('/base/notice/query.action', {
    ...manage,
    input: Paging(
      { keyword: Type.Optional(Keyword(60)), status: Type.Optional(NoticeStatus) },
      { sort: ['title', 'startsAt', 'endsAt', 'publishedAt', 'readers', 'createdAt'] },
    ),
    output: PageOf(NoticeRow),
    summary: 'Notices of the project, newest first, with how many people opened each',
  }),
  get: call('/base/notice/get.action', {
    ...manage,
    input: NoticeId,
    output: Notice,
    summary: 'One notice with its content and whom it is for',
  }),
  save: call('/base/notice/save.action', {
    ...manage,
    input: Type.Object({ ...edited, ...NoticeFields.properties }),
    output: Saved,
    summary: 'Writes a notice as a draft, or changes one; the words of a published one stay',
  }),
  updateStatus: call('/base/notice/update-status.action', {
    ...manage,
    input: Change,
    output: Changed,
    summary: 'Publishes a notice, or withdraws it from sight',
  }),
  delete: call('/base/notice/delete.action', {
    ...manage,
    input: NoticeId,
    output: Nothing,
    summary: 'Deletes a notice; a published one is out of sight at once',
  }),
  queryClass: call('/base/notice/query-class.action', {
    ...ofClass,
    input: Type.Object({ classId: Id }),
    output: Type.Array(Announcement),
    summary: 'Announcements of a class, newest first, with how many people opened each',
  }),
  saveClass: call('/base/notice/save-class.action', {
    ...ofClass,
    input: Type.Object({ ...edited, classId: Id, ...Words }),
    output: Saved,
    summary: 'Writes an announcement of a class as a draft, or changes one that is not published',
  }),
  updateClassStatus: call('/base/notice/update-class-status.action', {
    ...ofClass,
    input: Change,
    output: Changed,
    summary: 'Publishes an announcement, with a message to each learner of the class, or withdraws both',
  }),
  deleteClass: call('/base/notice/delete-class.action', {
    ...ofClass,
    input: NoticeId,
    output: Nothing,
    summary: 'Deletes an announcement of a class, with its messages',
  }),
  findFrontList: call('/base/notice/find-front-list.action', {
    ...front,
    input: Paging({ unitId }),
    output: PageOf(ShownNotice),
    summary:
      'Notices that are shown to the caller now, pinned ones first; a visitor sees those for everybody',
  }),
  findClassList: call('/base/notice/find-class-list.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({ classId: Id }),
    output: Type.Array(ShownNotice),
    summary: 'Announcements of a class that the learner is in, newest first',
  }),
  getShown: call('/base/notice/get-shown.action', {
    ...front,
    input: Type.Object({ id: Id, unitId }),
    output: NoticeText,
    summary: 'One notice or announcement that is shown to the caller now',
  }),
  read: call('/base/notice/read.action', {
    allow: 'signed-in',
    input: NoticeId,
    output: Nothing,
    summary: 'Marks a notice or announcement that is shown to the caller as read',
  }),
}
