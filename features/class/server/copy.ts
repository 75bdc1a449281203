import type { Tx } from '../../../server/db.ts'
import type { ProjectSession } from '../../../server/session.ts'

/**
 * Copies, in the transaction of the copy, the exam that a higher feature stores for a class; returns whether there is
 * one.
 */
type CopyHandler = (tx: Tx, session: ProjectSession, from: string, to: string) => Promise<boolean>

const copyHandlers = new Set<CopyHandler>()

/** Lets a feature take part when a class is copied: exams stand above classes, so app/features.ts introduces them. */
export function onCopy(handler: CopyHandler): void {
  copyHandlers.add(handler)
}

/** Copies what other features store for a class; returns whether that includes an exam. */
export async function copyParts(tx: Tx, session: ProjectSession, from: string, to: string): Promise<boolean> {
  let withExam = false
  for (const copy of copyHandlers) withExam = (await copy(tx, session, from, to)) || withExam
  return withExam
}
