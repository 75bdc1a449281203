import { useEffect, useState, useSyncExternalStore } from 'react'
import { send } from '../../../../web/client.ts'
import { attemptCalls, type ExamPaper } from '../contract.ts'
import { openOutbox, outboxKey } from './outbox.ts'
import { openSheet, type Sheet, type SheetView } from './sheet.ts'

/** Longer than this a save is taken for lost and tried again, in milliseconds. */
const timeout = 15_000

const nothing: SheetView = {
  answers: {},
  state: 'saved',
  savedAt: null,
  unsaved: [],
  merged: null,
  refusal: null,
}

/**
 * The answers of an attempt as long as its page is open: saved while writing, on leaving, and when the network is back.
 */
export function useSheet(
  paper: ExamPaper,
  events: { onEnded: () => void; onServerTime: (savedAt: string) => void },
): [Sheet | null, SheetView] {
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const { attemptId } = paper

  useEffect(() => {
    const opened = openSheet({
      answers: paper.answers,
      revision: paper.revision,
      savedAt: paper.lastSavedAt,
      outbox: openOutbox(localStorage, attemptId),
      save: (revision, answers, keepalive) =>
        send(
          attemptCalls.saveExamAnswer,
          { attemptId, revision, answers },
          { quiet: true, keepalive, ...(keepalive ? {} : { within: timeout }) },
        ),
      ...events,
    })
    setSheet(opened)
    const onHidden = () => {
      if (document.visibilityState === 'hidden') opened.leave()
    }
    const onStorage = (change: StorageEvent) => {
      if (change.key === outboxKey(attemptId)) opened.refresh()
    }
    const onOnline = () => void opened.flush()
    document.addEventListener('visibilitychange', onHidden)
    addEventListener('pagehide', opened.leave)
    addEventListener('online', onOnline)
    addEventListener('storage', onStorage)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      removeEventListener('pagehide', opened.leave)
      removeEventListener('online', onOnline)
      removeEventListener('storage', onStorage)
      opened.leave()
      opened.stop()
    }
    // The paper of one attempt never changes; its answers are the sheet's once it is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attemptId])

  const view = useSyncExternalStore(
    (listener) => sheet?.subscribe(listener) ?? (() => {}),
    () => sheet?.view() ?? nothing,
  )
  return [sheet, view]
}
