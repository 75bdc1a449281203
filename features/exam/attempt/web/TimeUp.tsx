import { useEffect, useEffectEvent, useState } from 'react'
import { CallRefused, send } from '../../../../web/client.ts'
import { attemptCalls, type ExamPaper } from '../contract.ts'
import { graceSeconds } from '../rules.ts'
import type { Sheet } from './sheet.ts'
import type { ServerClock } from './timer.ts'
import { useAttemptWords } from './words.ts'

/** After the deadline: sends what still counts, then waits until the server has submitted the attempt. */
export function TimeUp({
  paper,
  sheet,
  clock,
  unsaved,
  onEnd,
}: {
  paper: ExamPaper
  sheet: Sheet
  clock: ServerClock
  unsaved: readonly number[]
  onEnd: (lost: number[]) => void
}) {
  const say = useAttemptWords()
  const [isOffline, setOffline] = useState(false)
  const { attemptId, deadlineAt } = paper
  const end = useEffectEvent(() => onEnd([...unsaved]))

  useEffect(() => {
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      await sheet.flush()
      const result = await send(attemptCalls.getExamResult, { attemptId }, { quiet: true }).catch(
        (error: unknown) => error as CallRefused,
      )
      if (stopped) return
      if (result instanceof Error) setOffline(true)
      else if (result.status !== 'in_progress') {
        end()
        return
      }
      timer = setTimeout(() => void ask(), 1000)
    }
    // What arrives within the grace counts; before its end nobody else has submitted.
    void sheet.flush()
    const wait = Date.parse(deadlineAt) + graceSeconds * 1000 - clock.now()
    timer = setTimeout(() => void ask(), Math.max(0, wait) + 200)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [attemptId, deadlineAt, sheet, clock])

  return (
    <main id="main" className="exam-over k-stack k-centre k-wrap" role="alert">
      <h1>{say('timeUp')}</h1>
      <p>{say(isOffline ? 'timeUpOffline' : 'timeUpHint')}</p>
    </main>
  )
}
