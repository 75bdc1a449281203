import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Moment, Nullable, OneOf, Text } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'

export const failureSources = ['server', 'job'] as const
export type FailureSource = (typeof failureSources)[number]

/** An error of the server: the same error of a project and a day is one of them. */
export const ServerError = Type.Object({
  id: Id,
  /** True if it belongs to the reader's project; else it belongs to no known project. */
  isOfProject: Type.Boolean(),
  source: OneOf(failureSources),
  /** The path of the call, or the type of the job. */
  place: Type.String(),
  /** The number that the newest answer and its log lines carry. */
  traceId: Type.String(),
  kind: Type.String(),
  message: Type.String(),
  times: Type.Integer(),
  firstAt: Moment,
  lastAt: Moment,
})
export type ServerError = Static<typeof ServerError>

export const ServerErrorDetail = Type.Interface([ServerError], {
  /** Stack of the error. */
  stack: Type.String(),
  /** The numbers of the newest, the newest first. */
  traceIds: Type.Array(Type.String()),
  /** Account of the newest request or job. */
  accountId: Nullable(Id),
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
        /** Last seen since then, and before that. */
        from: Type.Optional(Moment),
        to: Type.Optional(Moment),
      },
      { sort: ['times', 'lastAt'] },
    ),
    output: PageOf(ServerError),
    summary: 'Unexpected errors of the server in the caller’s scope, those last seen first',
  }),
  find: call('/base/exception-log-entity/find.action', {
    allow: menu,
    input: Type.Object({ id: Id }),
    output: ServerErrorDetail,
    summary: 'One of these errors with where it was thrown, and the trace ids of the newest',
  }),
}

export const exceptionLogExports = {
  exportExceptionLog: exportOf(exceptionLogCalls.findPageList, '/base/exception-log-entity/export.action', {
    title: { zh: '异常日志', en: 'Exception log' },
  }),
}
