import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { keyOf } from '../../../web/composing.ts'
import { clock } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import type { StudyItem } from '../contract.ts'
import { useStudyWords } from './words.ts'

/** Counts down to zero once a second, then acts. */
function useCountdown(seconds: number, onZero: () => void): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) {
      onZero()
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [left])
  return left
}

/** A question over the picture that takes the focus; Escape is its last button. */
function Question({
  title,
  hint,
  children,
  onEscape,
}: {
  title: string
  hint?: string
  children: ReactNode
  onEscape?: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const escape = useEffectEvent(() => onEscape?.())
  useEffect(() => {
    const element = box.current!
    element.querySelector<HTMLElement>('.k-button')?.focus()
    const onKey = (event: KeyboardEvent) => keyOf(event) === 'Escape' && escape()
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div ref={box} className="veil solid" role="alertdialog" aria-label={title} tabIndex={-1}>
      <strong>{title}</strong>
      {hint && <span>{hint}</span>}
      <div className="k-cluster k-gap-3">{children}</div>
    </div>
  )
}

/** After a video: the next one in five seconds, unless cancelled. */
export function NextUp({
  next,
  onNext,
  onCancel,
}: {
  next: StudyItem
  onNext: () => void
  onCancel: () => void
}) {
  const say = useStudyWords()
  const left = useCountdown(5, onNext)
  return (
    <Question
      title={say('nextUp', { title: next.title })}
      hint={say('nextIn', { seconds: left })}
      onEscape={onCancel}
    >
      <Button kind="main" onClick={onNext}>
        {say('nextNow')}
      </Button>
      <Button onClick={onCancel}>{say('cancel')}</Button>
    </Question>
  )
}

/** Played to the end, but something of it was not counted: where to make it up. */
export function Gap({
  at,
  left,
  onAgain,
  onNext,
}: {
  at: number
  left: number
  onAgain: () => void
  onNext: (() => void) | undefined
}) {
  const say = useStudyWords()
  return (
    <Question title={say('gap', { left: clock(Math.ceil(left)) })} hint={say('gapHint')} onEscape={onAgain}>
      <Button kind="main" onClick={onAgain}>
        {say('again', { at: clock(at) })}
      </Button>
      {onNext && <Button onClick={onNext}>{say('next')}</Button>}
    </Question>
  )
}

/** After the last video of the class. */
export function AllDone({ examId }: { examId: string | null }) {
  const say = useStudyWords()
  return (
    <div className="veil solid" role="status">
      <strong>{say('allDone')}</strong>
      <span>{say(examId ? 'allDoneExam' : 'allDoneHint')}</span>
      <ButtonLink kind="main" to={examId ? `/detail-question?examId=${examId}` : '/classCenter'}>
        {say(examId ? 'goExam' : 'toClasses')}
      </ButtonLink>
    </div>
  )
}

/** Notice of the place where one left off last time, shown for a while. */
export function ResumeNotice({
  at,
  isCovered,
  onStart,
}: {
  at: number
  /** Something else is shown in its place; its time passes meanwhile. */
  isCovered: boolean
  onStart: () => void
}) {
  const say = useStudyWords()
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), 8000)
    return () => clearTimeout(timer)
  }, [])
  if (!shown || isCovered) return null
  return (
    <div className="resume" role="status">
      {say('resumed', { at: clock(at) })}
      <button
        type="button"
        onClick={() => {
          setShown(false)
          onStart()
        }}
      >
        {say('fromStart')}
      </button>
    </div>
  )
}

/** Replaces the player: why nothing plays here now, and the next step. */
export function Stopped({
  title,
  message,
  children,
}: {
  title: string
  message: string
  children?: ReactNode
}) {
  return (
    <div className="study-stopped k-stack k-centre" role="alert">
      <h2>{title}</h2>
      <p>{message}</p>
      {children}
    </div>
  )
}

/** A button that tries again, by itself when the line is back, and after so many seconds where they are given. */
export function TryAgain({
  label,
  seconds,
  busy,
  onTry,
}: {
  label: string
  seconds?: number
  busy: boolean
  onTry: () => void
}) {
  const onOnline = useEffectEvent(onTry)
  useEffect(() => {
    const listener = () => onOnline()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
  return (
    <>
      <Button kind="main" busy={busy} onClick={onTry}>
        {label}
      </Button>
      {seconds !== undefined && !busy && <RetryIn seconds={seconds} onZero={onTry} />}
    </>
  )
}

function RetryIn({ seconds, onZero }: { seconds: number; onZero: () => void }) {
  const say = useStudyWords()
  const left = useCountdown(seconds, onZero)
  return <span className="k-small">{say('tryIn', { seconds: left })}</span>
}
