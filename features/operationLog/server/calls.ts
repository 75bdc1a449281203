import type { AuditSubject, Feature } from '../../../server/feature.ts'
import { type BoundCall, handlers } from '../../../server/serve.ts'
import { type AuditName, operationLogCalls } from '../contract.ts'
import { type Fields, getOperation, pageOperations } from './data.ts'

const namesOf = (words: Readonly<Record<string, readonly [zh: string, en: string]>>): AuditName[] =>
  Object.entries(words)
    .map(([key, [zh, en]]) => ({ key, zh, en }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))

/** Names of the parts of changes, of which several features may declare some of one subject. */
function mergeFields(audits: readonly { fields?: Fields }[]): Fields {
  const all: Record<string, Fields[string]> = {}
  for (const [about, names] of audits.flatMap(({ fields = {} }) => Object.entries(fields))) {
    all[about] = { ...all[about], ...names }
  }
  return all
}

/** The calls of the log, which names actions and subjects in the words of the features that record them. */
export function operationLogHandlers(features: readonly Feature[]): BoundCall[] {
  const audits = features.flatMap(({ audit }) => audit ?? [])
  const subjects: Readonly<Record<string, AuditSubject>> = Object.assign(
    {},
    ...audits.map((audit) => audit.subjects),
  )
  const fields = mergeFields(audits)
  const names = {
    actions: namesOf(Object.assign({}, ...audits.map((audit) => audit.actions))),
    subjects: namesOf(Object.fromEntries(Object.entries(subjects).map(([kind, { words }]) => [kind, words]))),
  }
  return handlers(operationLogCalls, {
    findNames: async () => names,
    query: ({ db, session, input }) => pageOperations(db, subjects, session.scope, input),
    find: ({ db, session, input }) => getOperation(db, subjects, fields, session.scope, input.id),
  })
}
