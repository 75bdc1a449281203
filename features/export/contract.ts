import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Moment, Named, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import type { Permission } from '../../contract/menu.ts'
import { refusals } from '../../contract/refusal.ts'
import { Filter } from '../../contract/selection.ts'
import { revealCalls } from '../student/reveal/contract.ts'

export const listExportStatuses = ['making', 'ready', 'failed', 'cancelled', 'lapsed'] as const

const Bilingual = Type.Object({ zh: Type.String(), en: Type.String() })

/** The state of an export that a job makes. */
export const ListExport = Named('ListExport', {
  exportId: Id,
  /** Name of the sheet. */
  title: Bilingual,
  fileName: Type.String(),
  unmasked: Type.Boolean(),
  status: OneOf(listExportStatuses),
  /** The reason there is no file; null otherwise. */
  problem: Nullable(Bilingual),
  done: Type.Integer(),
  /** Rows in all; null until they are counted. */
  rows: Nullable(Type.Integer()),
  /** Until when the file can be downloaded. */
  expiresAt: Nullable(Moment),
  createdAt: Moment,
})
export type ListExport = Static<typeof ListExport>

export const listExportRefusals = refusals({
  tooMany: {
    code: 409,
    zh: '符合条件的数据超过 {most} 行，不能直接下载；请用 {call} 生成文件',
    en: 'More than {most} rows match and cannot be downloaded at once; have a file made with {call}',
  },
  inFull: {
    code: 409,
    zh: '完整号码不能直接下载；请填写原因，用 {call} 生成文件',
    en: 'Full numbers cannot be downloaded at once; give a reason and have a file made with {call}',
  },
  noReason: {
    code: 422,
    zh: '导出完整号码需要填写原因',
    en: 'Exporting full numbers requires a reason',
  },
  mayNotReveal: {
    code: 403,
    zh: '您没有查看完整号码的权限，请导出隐藏号码的表格',
    en: 'You have no permission to see full numbers; export with the numbers masked',
  },
  noLongerAllowed: {
    code: 403,
    zh: '您已没有导出这些数据的权限，文件没有生成',
    en: 'You no longer have permission to export this data; no file was made',
  },
  nothing: {
    code: 409,
    zh: '没有符合条件的数据，没有生成文件；请放宽筛选条件后再试',
    en: 'No data matches, so no file was made; widen the filter and try again',
  },
  atOnce: {
    code: 429,
    zh: '您有 {count} 个导出正在生成，请等其中一个完成后再试',
    en: '{count} of your exports are being made; try again when one of them is done',
  },
  inFullADay: {
    code: 429,
    zh: '24 小时内最多导出 {count} 次完整号码，请明天再试，或导出隐藏号码的表格',
    en: 'Full numbers can be exported {count} {count|time|times} within 24 hours; try again tomorrow, or export with the numbers masked',
  },
  notReady: {
    code: 409,
    zh: '文件还没有生成或已过期，请重新导出',
    en: 'The file is not ready or has expired; export again',
  },
  stopped: {
    code: 503,
    zh: '文件没有生成完，请重新导出；如再次出现请联系管理员',
    en: 'The file could not be completed; export again, and contact an administrator if it happens again',
  },
})

/** Permissions for lists that can be exported. */
export const exportMenus = [
  '/resource-manage/video',
  '/resource-manage/course',
  '/resource-manage/add-question',
  '/train-manage/train-plan-detail',
  '/train-manage/train-plan-list',
  '/train-manage/class',
  '/train-manage/study-report',
  '/train-manage/unit-class',
  '/student-manage/student',
  '/order-manage/list',
  '/unit-manage/list',
  '/unit-manage/list#terms',
  '/super-account/index',
  '/project-manage/message',
  '/invoice-manage/invoice-list',
  '/invoice-manage/refund-list',
  '/customer/study-report',
  '/customer/exception-register',
  '/customer/my-class-push-log-manage',
  '/exception-manage/list',
  '/dashboard/index',
  '/account-manage/administrator-list',
  '/account-manage/operation-log',
  '/account-manage/role',
  '/cms-manage/apply-manage',
  '/cms-manage/apply-exam-manage',
  '/cms-manage/cms-order-manage',
  '/cms-manage/score-manage',
  '/cms-manage/score-manage#edit',
  '/order-manage/list#free',
  '/order-manage/list#receipt',
  '/order-manage/list#reconcile',
  '/project-manage/merchant#disable',
  '/project-manage/merchant#save',
  '/project-manage/setting',
  '/invoice-manage/refund-list#do',
  '/train-manage/study-report#pass',
] as const satisfies readonly Permission[]

const ExportId = Type.Object({ exportId: Id })

export const listExportCalls = {
  create: call('/base/export/create.action', {
    allow: exportMenus,
    perMinute: 30,
    input: Type.Object({
      /** The path of the export's call, as `/base/class-entity/export-class-excel.action`. */
      path: Type.String({ maxLength: 200 }),
      /** The filters of the list, as its call takes them. */
      filter: Filter,
      /** Numbers in full, which needs the permission to reveal them, and a reason. */
      unmasked: Type.Optional(Type.Boolean()),
      reason: Type.Optional(FreeText(200, 4)),
    }),
    output: ExportId,
    summary: 'Has a sheet of a whole list made, for those who may export the list',
  }),
  findList: call('/base/export/find-list.action', {
    allow: exportMenus,
    input: Type.Object({}),
    output: Type.Array(ListExport),
    summary: 'One’s own exports of the last week in the role in use, the newest first, twenty at most',
  }),
  cancel: call('/base/export/cancel.action', {
    allow: exportMenus,
    input: ExportId,
    output: Nothing,
    summary: 'Stops one’s own export; there is no file then',
  }),
  download: call('/base/export/download.action', {
    allow: exportMenus,
    method: 'GET',
    reply: 'file',
    input: ExportId,
    output: Nothing,
    summary: 'The file of one’s own export, for seven days and as long as its list may be exported',
  }),
}

/** Permission to read numbers in full. */
export const revealPermission = revealCalls.reveal.allow
