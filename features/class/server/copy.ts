import type { Tx } from '../../../server/db.ts'
import type { ProjectSession } from '../../../server/session.ts'

/** Copies, in the transaction of the copy, what a feature above it keeps of a class. */
export type CopyHandler = (tx: Tx, session: ProjectSession, from: string, to: string) => Promise<void>

const copyHandlers = new Set<CopyHandler>()

/** Lets a feature take part when a class is copied: exams stand above classes, so app/features.ts introduces them. */
export function onCopy(handler: CopyHandler): void {
  copyHandlers.add(handler)
}

/** Copies what other features keep of a class. */
export async function copyParts(tx: Tx, session: ProjectSession, from: string, to: string): Promise<void> {
  for (const copy of copyHandlers) await copy(tx, session, from, to)
}
