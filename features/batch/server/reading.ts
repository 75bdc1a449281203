import { commonRefusals, type Language, refuse } from '../../../contract/refusal.ts'
import type { RefusalStore } from '../../../contract/storedRefusal.ts'
import type { BoundBatch } from '../../../server/batch.ts'
import type { Db } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { FileReply } from '../../../server/serve.ts'
import type { Session } from '../../../server/session.ts'
import { sheetMime, writeSheet } from '../../../server/sheet.ts'
import type { Batch } from '../contract.ts'
import { batchProblems, getOwn, listRefused, type StoredBatch } from './data.ts'
import { rowReasons } from './kinds.ts'
import { inputOf, mayRun } from './request.ts'

/** Rows that are read at a time. */
const pieceRows = 1000

const titleOf = (bound: BoundBatch, secrets: Secrets, found: StoredBatch) =>
  bound.title(inputOf(secrets, found).rest)

/** The state of a batch as its reader has it. */
export function stateOf(bound: BoundBatch, secrets: Secrets, found: StoredBatch): Batch {
  const { id: batchId, status, problem, total, succeeded, proposed, refused, createdAt } = found
  const { zh, en } = titleOf(bound, secrets, found)
  const said = problem && batchProblems.say(problem)
  return {
    batchId,
    title: { zh, en },
    status,
    problem: said && { zh: said.zh, en: said.en },
    total,
    succeeded,
    proposed,
    refused,
    createdAt,
  }
}

/** The state of one's own batch of a call; refuses (404) another. */
export async function getOwnState(
  db: Db,
  { secrets, bound, session }: { secrets: Secrets; bound: BoundBatch; session: Session },
  batchId: string,
): Promise<Batch> {
  const found = await getOwn(db, session, batchId)
  return found.path === bound.call.path ? stateOf(bound, secrets, found) : refuse(commonRefusals.notFound)
}

const columns = {
  name: { zh: '名称', en: 'Name' },
  reason: { zh: '原因', en: 'Reason' },
  between: { zh: '；', en: '; ' },
  unseen: { zh: '（不在您的管理范围）', en: '(outside your scope)' },
}

interface Reading {
  bound: BoundBatch
  session: Session
  batchId: string
  language: Language
}

async function* refusedCells(
  db: Db,
  { bound, session, batchId, language }: Reading,
  reasons: RefusalStore,
): AsyncGenerator<string[]> {
  for (let after: string | null = null, length = 1; length > 0; ) {
    const rows: Awaited<ReturnType<typeof listRefused>> = await listRefused(db, batchId, after, pieceRows)
    const names = await bound.nameRows(
      db,
      session,
      rows.map(({ id }) => id),
    )
    for (const { id, reason } of rows)
      yield [
        names.get(id) ?? columns.unseen[language],
        reason.map((one) => reasons.say(one)[language]).join(columns.between[language]),
      ]
    length = rows.length
    after = rows.at(-1)?.id ?? null
  }
}

/** The rows that one's own batch refused, as a sheet with their reasons; refuses (404) another's. */
export async function refusedSheet(
  db: Db,
  { secrets, ...reading }: Reading & { secrets: Secrets },
): Promise<FileReply> {
  const { bound, session, batchId, language } = reading
  const found = await getOwn(db, session, batchId)
  if (found.path !== bound.call.path) refuse(commonRefusals.notFound)
  if (!mayRun(bound, session, false)) refuse(commonRefusals.notAllowed)
  const title = titleOf(bound, secrets, found)[language]
  return {
    name: `${title}.xlsx`,
    type: sheetMime,
    body: writeSheet({
      name: title.slice(0, 31),
      columns: [
        { title: columns.name[language], width: 40 },
        { title: columns.reason[language], width: 80 },
      ],
      rows: refusedCells(db, reading, rowReasons([bound])),
    }),
  }
}
