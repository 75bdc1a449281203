import { type Db, tookTooLong } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { type BoundCall, type FileReply, handlers, mayCall } from '../../../server/serve.ts'
import type { Session } from '../../../server/session.ts'
import { sheetMime, writeSheet } from '../../../server/sheet.ts'
import { commonRefusals, type Language, refuse } from '../../../contract/refusal.ts'
import type { RefusalStore } from '../../../contract/storedRefusal.ts'
import { type Batch, batchCalls, batchRefusals } from '../contract.ts'
import { cancelBatch, inputOf, mayRun, readFilter } from './actions.ts'
import { batchProblems, getOwn, listOwn, listRefused, type StoredBatch } from './data.ts'
import { type BatchKind, type BatchKinds, matchingRows } from './kinds.ts'

/** A file in place of the contract's output, which is unused here: the server streams it. */
const streamed = (file: FileReply) => file as unknown as null

/** Rows that are read at a time. */
const pieceRows = 1000

const titleOf = (kind: BatchKind, secrets: Secrets, found: StoredBatch) =>
  kind.title(inputOf(secrets, found).rest)

function batchOf(kinds: BatchKinds, secrets: Secrets, found: StoredBatch): Batch[] {
  const kind = kinds.get(found.path)
  if (!kind) return []
  const { id: batchId, status, problem, total, succeeded, proposed, refused, createdAt } = found
  const { zh, en } = titleOf(kind, secrets, found)
  const said = problem && batchProblems.say(problem)
  return [
    {
      batchId,
      title: { zh, en },
      status,
      problem: said && { zh: said.zh, en: said.en },
      total,
      succeeded,
      proposed,
      refused,
      createdAt,
    },
  ]
}

const columns = {
  name: { zh: '名称', en: 'Name' },
  reason: { zh: '原因', en: 'Reason' },
  between: { zh: '；', en: '; ' },
  unseen: { zh: '（不在您的管理范围）', en: '(outside your scope)' },
}

async function* refusedCells(
  db: Db,
  work: { kind: BatchKind; reasons: RefusalStore; session: Session; batchId: string; language: Language },
): AsyncGenerator<string[]> {
  const { kind, reasons, session, batchId, language } = work
  for (let after: string | null = null, length = 1; length > 0; ) {
    const rows: Awaited<ReturnType<typeof listRefused>> = await listRefused(db, batchId, after, pieceRows)
    const names = await kind.nameRows(
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

/** The calls of batches that a job handles. */
export const batchHandlers = (kinds: BatchKinds, reasons: RefusalStore): BoundCall[] =>
  handlers(batchCalls, {
    findList: async ({ db, secrets, session }) =>
      (await listOwn(db, session)).flatMap((found) => batchOf(kinds, secrets, found)),
    async count(ctx) {
      const { db, language, input } = ctx
      const session: Session = ctx.session
      const kind = [...kinds.values()].find(({ list }) => list.path === input.path)
      if (!kind || !mayCall(session, kind.list.allow)) refuse(commonRefusals.notFound)
      const filter = readFilter(kind.list, input.filter)
      const count = db.begin('read only', async (tx) => {
        const { query } = await matchingRows(ctx, tx, kind, { session, filter, language })
        const [counted] = await tx<{ total: number }[]>`select count(*) as total from (${query}) m`
        return { total: counted!.total }
      })
      return count.catch((error) => {
        if (tookTooLong(error)) refuse(batchRefusals.countTooLong)
        throw error
      })
    },
    async cancel({ db, session, input }) {
      await db.begin((tx) => cancelBatch(tx, session, input.batchId))
      return null
    },
    async exportRefused({ db, secrets, session, input, language }) {
      const { batchId } = input
      const found = await getOwn(db, session, batchId)
      const kind = kinds.get(found.path) ?? refuse(commonRefusals.notFound)
      if (!mayRun(kind, session, false)) refuse(commonRefusals.notAllowed)
      const title = titleOf(kind, secrets, found)[language]
      return streamed({
        name: `${title}.xlsx`,
        type: sheetMime,
        body: writeSheet({
          name: title.slice(0, 31),
          columns: [
            { title: columns.name[language], width: 40 },
            { title: columns.reason[language], width: 80 },
          ],
          rows: refusedCells(db, { kind, reasons, session, batchId, language }),
        }),
      })
    },
  })
