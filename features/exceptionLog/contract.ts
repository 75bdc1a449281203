import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Keyword, Moment, Nothing, Nullable, OneOf, Text } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'

export const failureSources = ['server', 'job', 'browser'] as const
export type FailureSource = (typeof failureSources)[number]

/** State of a cause: to be looked into, resolved, or seen again after that. */
export const errorStatuses = ['open', 'resolved', 'returned'] as const
export type ErrorStatus = (typeof errorStatuses)[number]

export const exceptionLogRefusals = refusals({
  resolved: {
    code: 409,
    zh: '这个异常已经标为已解决',
    en: 'This error was already marked as resolved',
  },
})

/** Errors of one cause, of the server or of browsers. */
export const ServerError = Type.Object({
  id: Id,
  /** True if it belongs to the reader's project; else it belongs to no known project. */
  isOfProject: Type.Boolean(),
  source: OneOf(failureSources),
  /** The path of the call or of the page, or the type of the job. */
  place: Type.String(),
  /** The number that the newest answer and its log lines carry. */
  traceId: Type.String(),
  kind: Type.String(),
  message: Type.String(),
  times: Type.Integer(),
  firstAt: Moment,
  lastAt: Moment,
  /** Version of the product, and the page that was open, when it was last seen. */
  release: Type.String(),
  page: Nullable(Type.String()),
  status: OneOf(errorStatuses),
})
export type ServerError = Static<typeof ServerError>

export const ServerErrorDetail = Type.Interface([ServerError], {
  /** Stack of the error. */
  stack: Type.String(),
  /** The numbers of the newest, the newest first. */
  traceIds: Type.Array(Type.String()),
  /** Account of the newest request or job. */
  accountId: Nullable(Id),
  /** Moment at which it was first seen, or came back. */
  openedAt: Moment,
  resolvedAt: Nullable(Moment),
})
export type ServerErrorDetail = Static<typeof ServerErrorDetail>

const menu = '/exception-manage/list'

export const exceptionLogCalls = {
  findPageList: call('/base/exception-log-entity/find-page-list.action', {
    allow: menu,
    input: Paging(
      {
        /** A trace id, or part of a path or of a job's type. */
        keyword: Type.Optional(Keyword(100)),
        source: Type.Optional(OneOf(failureSources)),
        /** The whole kind, as a row names it. */
        kind: Type.Optional(Text(60, 0)),
        status: Type.Optional(Type.Array(OneOf(errorStatuses), { minItems: 1, maxItems: 3 })),
        /** Last seen since then, and before that. */
        from: Type.Optional(Moment),
        to: Type.Optional(Moment),
      },
      { sort: ['times', 'lastAt'] },
    ),
    output: PageOf(ServerError),
    summary:
      'Unexpected errors of the server and of browsers in the caller’s scope by their causes, those last seen first',
  }),
  find: call('/base/exception-log-entity/find.action', {
    allow: menu,
    input: Type.Object({ id: Id }),
    output: ServerErrorDetail,
    summary: 'One of these errors with where it was thrown, and the trace ids of the newest',
  }),
  resolve: call('/base/exception-log-entity/resolve.action', {
    allow: menu,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Marks the cause of errors as resolved, until one of them is seen again',
  }),
  report: call('/base/exception-log-entity/report.action', {
    allow: 'public',
    viewable: true,
    perMinute: 20,
    input: Type.Object({
      /** Number that the browser showed; the error is found by it. */
      traceId: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
      /** Path of the page, without what its address says about people. */
      page: Type.String({ pattern: '^/[^?#\\s]{0,199}$' }),
      kind: Text(60, 0),
      message: FreeText(500, 0),
      stack: FreeText(4000, 0),
    }),
    output: Nothing,
    summary: 'Writes down an unexpected error of the caller’s browser',
  }),
}

export const exceptionLogExports = {
  exportExceptionLog: exportOf(exceptionLogCalls.findPageList, '/base/exception-log-entity/export.action', {
    title: { zh: '异常日志', en: 'Exception log' },
  }),
}
