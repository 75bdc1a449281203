import { useEffect, useRef, useState } from 'react'
import { CallRefused, send } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { LargeText } from '../../../../web/kit/LargeText.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { AnswerCard } from '../../../question/answer/web/AnswerCard.tsx'
import '../../../question/answer/web/AnswerPage.css'
import { chosenWith, lettersOf } from '../../../question/answer/web/choice.ts'
import { useKeys } from '../../../question/answer/web/useKeys.ts'
import { useWide } from '../../../question/answer/web/useWide.ts'
import { useAnswerWords } from '../../../question/answer/web/words.ts'
import { isAnswered } from '../../../question/rules.ts'
import { attemptCalls, type ExamPaper } from '../contract.ts'
import './Exam.css'
import { ExamClock } from './ExamClock.tsx'
import { LeaveNotice, MergeNotice } from './ExamNotices.tsx'
import { ExamQuestions } from './ExamQuestions.tsx'
import { readSaved, writeSaved } from './savedAnswers.ts'
import { SaveLine } from './SaveLine.tsx'
import { SubmitSheet } from './SubmitSheet.tsx'
import type { ServerClock } from './timer.ts'
import { TimeUp } from './TimeUp.tsx'
import { useCountdown } from './useCountdown.ts'
import { useLeaving } from './useLeaving.ts'
import { useSheet } from './useSheet.ts'
import { useAttemptWords } from './words.ts'

/** Sitting an exam: one question at a time on a phone, all of them on a desktop; `onEnd` receives what was lost. */
export function ExamRoom({
  paper,
  clock,
  onEnd,
}: {
  paper: ExamPaper
  clock: ServerClock
  onEnd: (lost: number[]) => void
}) {
  const say = useAttemptWords()
  const sayAnswer = useAnswerWords()
  const isWide = useWide()
  const { attemptId, items } = paper
  const [saved, setSaved] = useState(() => readSaved(localStorage, attemptId, items.length))
  const [isOver, setOver] = useState(false)
  const [opened, setOpened] = useState<'submit' | 'card' | null>(null)
  const [submitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const [sheet, view] = useSheet(paper, { onEnded: () => setOver(true), onServerTime: clock.adopt })
  const { left, warning } = useCountdown(clock, paper.deadlineAt, () => setOver(true))
  const timesLeft = useLeaving(attemptId, paper.timesLeft, () => onEnd([]))
  const { at, flags } = saved
  const item = items[at - 1]!
  const unanswered = items.filter(({ no }) => !isAnswered(view.answers[no])).map(({ no }) => no)
  const isLocked = isOver || submitting || !sheet

  useEffect(() => {
    writeSaved(localStorage, attemptId, saved)
  }, [attemptId, saved])

  function show(no: number, focus = true) {
    const box = list.current?.querySelector<HTMLElement>(`[data-no="${no}"]`)
    if (focus) box?.focus({ preventScroll: true })
    if (isWide) box?.scrollIntoView({ block: 'start' })
    else scrollTo({ top: 0 })
  }
  // A reload returns to the question one was at.
  useEffect(() => {
    if (saved.at > 1) show(saved.at, false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sheet])

  function go(no: number) {
    if (no < 1 || no > items.length) return
    setOpened(null)
    setSaved((last) => ({ ...last, at: no }))
    void sheet?.flush()
    // After the question is there and a dialog has given the focus back.
    setTimeout(() => show(no))
  }
  function flag(no: number) {
    setSaved((last) => ({
      at: no,
      flags: last.flags.includes(no)
        ? last.flags.filter((other) => other !== no)
        : [...last.flags, no].sort((a, b) => a - b),
    }))
  }
  function answer(no: number, value: string[]) {
    if (isLocked) return
    sheet.answer(no, value)
    setSaved((last) => (last.at === no ? last : { ...last, at: no }))
  }
  useKeys((action) => {
    if (isLocked) return
    if (action === 'next') go(at + 1)
    else if (action === 'previous') go(at - 1)
    else if (action === 'flag') flag(at)
    else {
      if (lettersOf(item).includes(action.letter))
        answer(at, chosenWith(item.type, view.answers[at] ?? [], action.letter))
    }
  })

  async function submit() {
    if (!sheet || submitting) return
    setSubmitting(true)
    setFailure(null)
    await sheet.flush()
    try {
      await send(attemptCalls.submitExam, { attemptId, answers: sheet.rest() }, { quiet: true })
      onEnd([])
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setFailure(error.respCode === 0 ? say('noNetwork') : error.message)
      setSubmitting(false)
    }
  }

  if (isOver && sheet) {
    return <TimeUp paper={paper} sheet={sheet} clock={clock} unsaved={view.unsaved} onEnd={onEnd} />
  }
  const done = items.length - unanswered.length
  const card = <AnswerCard items={items} answers={view.answers} flags={flags} at={at} onGo={go} />
  return (
    <div className="exam">
      <header className="exam-top k-topbar">
        <div className="k-wrap k-row k-gap-4">
          <strong className="k-clip">{paper.name}</strong>
          <span className="k-muted k-small exam-class k-clip">{paper.className}</span>
          <div className="exam-line k-row k-gap-4 k-split">
            <SaveLine view={view} onRetry={() => void sheet?.flush()} />
            <LargeText className="k-button quiet" short />
          </div>
          <ExamClock left={left} warning={warning} />
          <Button kind="main" disabled={isLocked} onClick={() => setOpened('submit')}>
            {say('submit')}
          </Button>
        </div>
        <LeaveNotice times={timesLeft} before={paper.timesLeft} limit={paper.leaveLimit} />
        <MergeNotice merged={view.merged} onRead={() => sheet?.acknowledge()} />
      </header>
      <main id="main" className="k-wrap answer-stage k-grid k-gap-5">
        <ExamQuestions
          paper={paper}
          answers={view.answers}
          flags={flags}
          at={at}
          isWide={isWide}
          isLocked={isLocked}
          list={list}
          onAt={(no) => setSaved((last) => (last.at === no ? last : { ...last, at: no }))}
          onAnswer={answer}
          onFlag={flag}
          onLeave={() => void sheet?.flush()}
        />
        {isWide && (
          <aside className="k-card answer-aside k-stack">
            <h2>{say('card')}</h2>
            <p className="k-muted k-small">{say('answeredCount', { done, all: items.length })}</p>
            {card}
            <p className="k-muted k-small">{say('keys')}</p>
          </aside>
        )}
      </main>
      {!isWide && (
        <nav className="answer-bottom" aria-label={say('card')}>
          <Button disabled={at === 1} onClick={() => go(at - 1)}>
            {say('previous')}
          </Button>
          <Button kind="quiet" onClick={() => setOpened('card')}>
            {sayAnswer('cardCount', { done, all: items.length })}
          </Button>
          {at < items.length ? (
            <Button onClick={() => go(at + 1)}>{say('next')}</Button>
          ) : (
            <Button disabled={isLocked} onClick={() => setOpened('submit')}>
              {say('submit')}
            </Button>
          )}
        </nav>
      )}
      <Sheet open={opened === 'card'} onClose={() => setOpened(null)} title={say('card')}>
        <p className="k-muted">{say('answeredCount', { done, all: items.length })}</p>
        {card}
      </Sheet>
      <SubmitSheet
        open={opened === 'submit'}
        busy={submitting}
        failure={failure}
        all={items.length}
        unanswered={unanswered}
        flags={flags}
        onGo={go}
        onSubmit={() => void submit()}
        onClose={() => setOpened(null)}
      />
    </div>
  )
}
