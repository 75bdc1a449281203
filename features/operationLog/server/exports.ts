import { sayStored } from '../../../contract/systemReason.ts'
import { type BoundExport, exported } from '../../../server/exporting.ts'
import type { Feature } from '../../../server/feature.ts'
import { operationLogExports } from '../contract.ts'

/** The sheet of the log, which names actions and kinds of subjects in the words of the features that record them. */
export function operationLogExportList(features: readonly Feature[]): BoundExport[] {
  const audits = features.flatMap(({ audit }) => audit ?? [])
  const named = (words: readonly (readonly [string, readonly [zh: string, en: string]])[]) =>
    new Map(words.map(([key, [zh, en]]) => [key, { zh, en }]))
  const actions = named(audits.flatMap((audit) => Object.entries(audit.actions ?? {})))
  const subjects = named(
    audits.flatMap((audit) =>
      Object.entries(audit.subjects ?? {}).map(([kind, { words }]) => [kind, words] as const),
    ),
  )
  return [
    exported(operationLogExports.exportOperationLog, [
      { title: { zh: '时间', en: 'Time' }, format: 'moment', width: 18, value: (row) => row.createdAt },
      {
        title: { zh: '操作人', en: 'By' },
        width: 16,
        value: (row) => (row.actorId === null ? { zh: '系统', en: 'System' } : row.actorName),
      },
      { title: { zh: '账号', en: 'Account' }, width: 16, value: (row) => row.actorLogin },
      {
        title: { zh: '操作', en: 'Action' },
        width: 24,
        value: (row) => actions.get(row.action) ?? row.action,
      },
      {
        title: { zh: '对象类型', en: 'Target type' },
        width: 14,
        value: (row) => subjects.get(row.subjectKind) ?? row.subjectKind,
      },
      { title: { zh: '对象', en: 'Target' }, width: 30, value: (row) => row.subjectName ?? row.subjectId },
      {
        title: { zh: '原因', en: 'Reason' },
        width: 30,
        value: ({ reason }) => (reason === null ? null : sayStored(reason)),
      },
      { title: { zh: 'IP 地址', en: 'IP address' }, width: 18, value: (row) => row.ip },
    ]),
  ]
}
