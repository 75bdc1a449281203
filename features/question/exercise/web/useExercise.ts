import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { CallRefused, send } from '../../../../web/client.ts'
import { type Exercise, exerciseCalls, type ExercisePart, stretch } from '../contract.ts'
import { type Checked, joined, withCheck, withFavourite } from './practice.ts'

/** Source of practice: the questions of a class, of one of its videos, or of a bank. */
export type Source = ({ classId: string; resourceId?: string } | { bankId: string }) & {
  only?: ExercisePart
}

/** So many questions before the last that is known the next ones are fetched. */
const ahead = 10

const ask = (source: Source, more: { after?: string; most?: number }, signal: AbortSignal) =>
  'bankId' in source
    ? send(exerciseCalls.goBankExercise, { ...source, ...more }, { quiet: true, signal })
    : send(exerciseCalls.goClassExercise, { ...source, ...more }, { quiet: true, signal })

/** The questions of a practice, page by page: `reach` reports the position, `check` and `keep` what its counts follow. */
export function useExercise(source: Source): {
  exercise: Exercise | null
  error: CallRefused | null
  retry: () => void
  reach: (place: number) => void
  check: (versionId: string, part: number, checked: Checked) => void
  keep: (versionId: string, favourite: boolean) => void
} {
  const [exercise, setExercise] = useState<Exercise | null>(null)
  const [error, setError] = useState<CallRefused | null>(null)
  const [round, setRound] = useState(0)
  /** The furthest place that was asked for. */
  const [target, setTarget] = useState(0)
  const name = JSON.stringify(source)
  const next = exercise?.next ?? null
  const known = exercise?.questions.length ?? 0
  const isShort = !exercise || (next !== null && target >= known - ahead)
  const askOn = useEffectEvent((signal: AbortSignal) => {
    const most = Math.min(Math.max(stretch.usual, target + ahead + 1 - known), stretch.most)
    const more = next === null ? {} : { after: next, ...(most > stretch.usual && { most }) }
    return ask(source, more, signal)
  })
  useEffect(() => {
    if (!isShort) return
    const stop = new AbortController()
    askOn(stop.signal).then(
      (more) => {
        setError(null)
        setExercise((before) => joined(before, more))
      },
      (failure: unknown) => {
        if (!stop.signal.aborted && failure instanceof CallRefused) setError(failure)
      },
    )
    return () => stop.abort()
  }, [name, isShort, next, round])
  const retry = useCallback(() => {
    setError(null)
    setRound((last) => last + 1)
  }, [])
  const reach = useCallback((place: number) => setTarget((last) => Math.max(last, place)), [])
  const change = useCallback(
    (next: (before: Exercise) => Exercise) => setExercise((before) => before && next(before)),
    [],
  )
  return {
    exercise,
    error,
    retry,
    reach,
    check: (versionId, part, checked) => change((before) => withCheck(before, versionId, part, checked)),
    keep: (versionId, favourite) => change((before) => withFavourite(before, versionId, favourite)),
  }
}
