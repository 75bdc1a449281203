import { type Static, Type } from 'typebox'
import { call, Id, Moment, Named, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import type { Permission } from '../../contract/menu.ts'
import { refusals } from '../../contract/refusal.ts'
import { Filter } from '../../contract/selection.ts'
import { batchStatuses } from './rules.ts'

const Bilingual = Type.Object({ zh: Type.String(), en: Type.String() })

/** The state of a batch that a job handles. */
export const Batch = Named('Batch', {
  batchId: Id,
  /** Name of the action on each row. */
  title: Bilingual,
  status: OneOf(batchStatuses),
  /** The reason it ended before its last row; null otherwise. */
  problem: Nullable(Bilingual),
  /** Rows in all; null until they are counted. */
  total: Nullable(Type.Integer()),
  succeeded: Type.Integer(),
  /** Rows that a second person has to approve first. */
  proposed: Type.Integer(),
  refused: Type.Integer(),
  createdAt: Moment,
})
export type Batch = Static<typeof Batch>

export const batchRefusals = refusals({
  countTooLong: {
    // Counted again at once it would take as long: asked for again only by its reader.
    code: 409,
    zh: '符合条件的记录太多，没有在规定时间内统计出准确条数',
    en: 'Too many records match to be counted exactly in time',
  },
  /** Wording for rows that were refused before their reasons were stored as refusals. */
  earlier: { code: 409, zh: '{sentence}', en: '{sentence}' },
  noLongerAllowed: {
    code: 403,
    zh: '您已没有进行这项操作的权限，其余记录没有处理',
    en: 'You no longer have permission for this action; the remaining records were not processed',
  },
  noLongerMatches: {
    code: 409,
    zh: '轮到它时已不符合筛选条件，没有处理',
    en: 'It no longer matched the filter when its turn came and was not processed',
  },
  notNamed: {
    code: 409,
    zh: '没有处理；请单独操作这一条，可以看到原因',
    en: 'It was refused; do this to it alone to see why',
  },
  rowFailed: {
    code: 503,
    zh: '因系统故障没有处理；请再试一次，如再次出现请联系管理员',
    en: 'A system error kept it from being processed; try it again, and contact an administrator if it happens again',
  },
  runningAtOnce: {
    code: 429,
    zh: '您有 {count} 个批量操作正在进行，请等其中一个完成后再试',
    en: '{count} of your batch actions are running; try again when one of them is done',
  },
  stopped: {
    code: 503,
    zh: '因系统故障没有处理完，其余记录没有改动；请重新选择后再试，如再次出现请联系管理员',
    en: 'A system error stopped it and the remaining records were not changed; select them and try again, and contact an administrator if it happens again',
  },
})

/** Permissions for calls that act on many rows. */
export const batchMenus = [
  '/resource-manage/add-question',
  '/resource-manage/add-question#delete',
  '/student-manage/student#certificate',
  '/student-manage/student#edit',
  '/train-manage/class',
  '/train-manage/class#delete',
  '/train-manage/class#modify',
  '/train-manage/class#price',
  '/train-manage/class#shelve',
  '/train-manage/study-report#delete',
  '/train-manage/study-report#extend',
  '/train-manage/study-report#pass',
  '/train-manage/study-report#review',
  '/train-manage/study-report#transfer',
  '/train-manage/train-plan-list#remind',
  '/unit-manage/list#terms',
  '/customer/my-class-push-log-manage#replay',
  '/invoice-manage/invoice-list#mark',
  '/invoice-manage/invoice-list#open',
  '/invoice-manage/invoice-list#red',
  '/invoice-manage/refund-list#do',
  '/invoice-manage/refund-list#reject',
  '/cms-manage/apply-manage#apply',
  '/cms-manage/apply-manage#delete',
  '/cms-manage/apply-manage#publish',
  '/cms-manage/apply-manage#review',
  '/cms-manage/apply-exam-manage#apply',
  '/cms-manage/apply-exam-manage#delete',
  '/cms-manage/apply-exam-manage#publish',
  '/cms-manage/apply-exam-manage#review',
] as const satisfies readonly Permission[]

const BatchId = Type.Object({ batchId: Id })

export const batchCalls = {
  findList: call('/base/batch/find-list.action', {
    allow: batchMenus,
    input: Type.Object({}),
    output: Type.Array(Batch),
    summary: 'One’s own batches of the last week in the role in use, the newest first, twenty at most',
  }),
  count: call('/base/batch/count.action', {
    allow: batchMenus,
    perMinute: 60,
    input: Type.Object({
      /** The path of the list's call, as `/base/class-entity/find-page-list.action`. */
      path: Type.String({ maxLength: 200 }),
      filter: Filter,
    }),
    output: Type.Object({ total: Type.Integer() }),
    summary: 'How many rows of a list match, also where the list itself stops counting',
  }),
  cancel: call('/base/batch/cancel.action', {
    allow: batchMenus,
    input: BatchId,
    output: Nothing,
    summary: 'Stops one’s own batch; what is done stays done',
  }),
  exportRefused: call('/base/batch/export-refused.action', {
    allow: batchMenus,
    method: 'GET',
    reply: 'file',
    perMinute: 60,
    input: BatchId,
    output: Nothing,
    summary: 'The rows that one’s own batch refused, as a sheet, each with its reason',
  }),
}
