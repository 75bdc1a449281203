import { onToken } from '../../token.ts'
import { create } from './store.ts'

/** Action that can be undone: the sentence about it, and how. */
export interface Undo {
  /** Its number, by which one that says the same is another. */
  place: number
  text: string
  /** Resolves to false where not all of it was undone, and has shown that. The calls in it are quiet. */
  undo: () => Promise<unknown>
}

/** Time it can be undone by one click, in milliseconds. */
export const undoTime = 10_000

const store = create<Undo | null>(null)

/** Returns the action that can be undone now; null when none can. */
export const useUndo = store.use

/** Offers to undo what was just done, in place of what was offered before. */
export function offerUndo(text: string, undo: Undo['undo']): void {
  store.set({ place: (store.get()?.place ?? 0) + 1, text, undo })
}

/** Takes the offer away, unless another has replaced it. */
export function endUndo(offer: Undo): void {
  if (store.get() === offer) store.set(null)
}

/** Takes away whatever is offered. */
export const forgetUndo = () => store.set(null)

// What one person did, nobody undoes in another session.
onToken(forgetUndo)
