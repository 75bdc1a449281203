import { useCallback, useEffect, useState } from 'react'
import { CallRefused, send } from '../../../../web/client.ts'
import { type Exercise, exerciseCalls, type ExercisePart } from '../contract.ts'
import { type Checked, joined, withCheck, withFavourite } from './practice.ts'

/** Source of practice: the questions of a class, of one of its videos, or of a bank. */
export type Source = ({ classId: string; resourceId?: string } | { bankId: string }) & {
  only?: ExercisePart
}

const ask = (source: Source, after: string | undefined, signal: AbortSignal) => {
  const more = after === undefined ? {} : { after }
  return 'bankId' in source
    ? send(exerciseCalls.goBankExercise, { ...source, ...more }, { quiet: true, signal })
    : send(exerciseCalls.goClassExercise, { ...source, ...more }, { quiet: true, signal })
}

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
  const [wanted, setWanted] = useState<{ after: string | undefined; round: number }>({
    after: undefined,
    round: 0,
  })
  const name = JSON.stringify(source)
  useEffect(() => {
    const stop = new AbortController()
    ask(JSON.parse(name) as Source, wanted.after, stop.signal).then(
      (more) => {
        setError(null)
        setExercise((before) => joined(wanted.after === undefined ? null : before, more))
      },
      (failure: unknown) => {
        if (!stop.signal.aborted && failure instanceof CallRefused) setError(failure)
      },
    )
    return () => stop.abort()
  }, [name, wanted])
  const retry = useCallback(() => setWanted(({ after, round }) => ({ after, round: round + 1 })), [])
  const next = exercise?.next ?? null
  const known = exercise?.questions.length ?? 0
  const reach = useCallback(
    (place: number) => {
      if (next !== null && place >= known - 10) {
        setWanted((last) => (last.after === next ? last : { after: next, round: last.round }))
      }
    },
    [next, known],
  )
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
