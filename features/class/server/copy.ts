import { hash } from 'node:crypto'
import type { Tx } from '../../../server/db.ts'
import { listenersOf } from '../../../server/events.ts'
import type { ProjectSession } from '../../../server/session.ts'

declare module '../../../server/events.ts' {
  interface Events {
    /** A class is copied: with it the exam that a feature above stores for it; returns whether there is one. */
    copy(tx: Tx, session: ProjectSession, from: string, to: string): Promise<boolean>
  }
}

/** Copies what other features store for a class; returns whether that includes an exam. */
export async function copyParts(tx: Tx, session: ProjectSession, from: string, to: string): Promise<boolean> {
  let withExam = false
  for (const copy of listenersOf('copy')) withExam = (await copy(tx, session, from, to)) || withExam
  return withExam
}

/** Hash of the request for a copy. */
export const copyHashOf = ({
  name,
  categoryId,
}: {
  name?: string | undefined
  categoryId?: string | undefined
}): string => hash('sha256', JSON.stringify([name ?? null, categoryId ?? null]))
