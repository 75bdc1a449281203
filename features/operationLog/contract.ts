import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Moment, Nullable, OneOf, Text } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'

/** Something done, as the list shows it. */
export const Operation = Type.Object({
  id: Type.String(),
  action: Type.String(),
  subjectKind: Type.String(),
  subjectId: Type.String(),
  /** Present name of the subject, where it has one. */
  subjectName: Nullable(Type.String()),
  /** Null: the system did it. */
  actorId: Nullable(Type.String()),
  actorName: Nullable(Type.String()),
  actorLogin: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  createdAt: Type.String(),
})
export type Operation = Static<typeof Operation>

const Name = Type.Object({ zh: Type.String(), en: Type.String() })

/** Name of a part of a change, the format of its value, and the names of the codes of a closed set. */
export const LoggedField = Type.Interface([Name], {
  /** The part of the change. */
  field: Type.String(),
  as: Type.Optional(OneOf(['fen', 'tenths', 'percent', 'moment', 'long'])),
  values: Type.Optional(Type.Array(Type.Interface([Name], { code: Type.String() }))),
})
export type LoggedField = Static<typeof LoggedField>

export const OperationDetail = Type.Interface([Operation], {
  /** The number the log lines of the request carry. */
  requestId: Nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
  /** The parts of the change that a feature has declared. */
  fields: Type.Array(LoggedField),
  /** Its place in its chain, and the hash that covers it and all before it. */
  lane: Type.Integer(),
  serial: Type.Integer(),
  hash: Type.String(),
})
export type OperationDetail = Static<typeof OperationDetail>

/** Name of an action, or of the kind of a subject. */
export const AuditName = Type.Object({ key: Type.String(), zh: Type.String(), en: Type.String() })
export type AuditName = Static<typeof AuditName>

const menu = '/account-manage/operation-log'

export const operationLogCalls = {
  findNames: call('/base/operation-log/find-names.action', {
    allow: [menu, '/student-manage/student'],
    input: Type.Object({}),
    output: Type.Object({ actions: Type.Array(AuditName), subjects: Type.Array(AuditName) }),
    summary: 'What the actions of the log and the kinds of their subjects are called',
  }),
  query: call('/base/operation-log/query.action', {
    allow: menu,
    input: Paging(
      {
        /** Part of a name, or a login name. */
        actor: Type.Optional(Keyword(40)),
        action: Type.Optional(Text(60, 0)),
        subjectKind: Type.Optional(Text(40, 0)),
        subjectId: Type.Optional(Text(64, 0)),
        /** Searched in the reason and the changes; or a complete id of a request or a subject. */
        words: Type.Optional(Keyword(60)),
        from: Type.Optional(Moment),
        to: Type.Optional(Moment),
        /** Continue after this row. */
        after: Type.Optional(Id),
      },
      { sort: ['createdAt'] },
    ),
    output: PageOf(Operation),
    summary: 'What was done in the caller’s scope, newest first; continued by the last row’s id',
  }),
  find: call('/base/operation-log/find.action', {
    allow: menu,
    input: Type.Object({ id: Id }),
    output: OperationDetail,
    summary: 'One operation with what it changed',
  }),
}

export const operationLogExports = {
  exportOperationLog: exportOf(operationLogCalls.query, '/base/operation-log/export-operation-log.action', {
    title: { zh: '操作日志', en: 'Operation log' },
  }),
}
