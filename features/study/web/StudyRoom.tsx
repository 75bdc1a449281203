import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { useNarrow } from '../../../web/shell/view/narrow.ts'
import { useHeldSentence } from '../../hours/web/held.ts'
import { outside } from '../beat/rules.ts'
import { type ClassProcess, type StudyItem, studyCalls } from '../contract.ts'
import { seekLimit } from '../rules.ts'
import { useCall } from '../../../web/client.ts'
import { refetchAll } from '../../../web/refetchAll.ts'
import { captureCalls, type CaptureDue } from '../capture/contract.ts'
import { CaptureConsent } from '../capture/web/CaptureConsent.tsx'
import { CaptureWaits } from '../capture/web/CaptureWaits.tsx'
import { MyCaptures } from '../capture/web/MyCaptures.tsx'
import { useSound } from '../capture/web/signal.ts'
import { CheckpointSheets } from './CheckpointSheets.tsx'
import { CountedCard } from './CountedCard.tsx'
import { CourseTree } from './CourseTree.tsx'
import { processWith } from './liveItem.ts'
import { NotPlaying } from './NotPlaying.tsx'
import { AllDone, Gap, NextUp, ResumeNotice } from './Overlays.tsx'
import { Player, type PlayerHandle } from './Player.tsx'
import { useLease } from './useLease.ts'
import { useStudyWords } from './words.ts'

/** One class being studied: player left, contents right; on a phone one above the other. */
export function StudyRoom({
  process,
  item,
  focused,
  onOpen,
  onProgress,
}: {
  process: ClassProcess
  item: StudyItem
  /** The title takes the focus: the video was chosen here and replaces another. */
  focused: boolean
  onOpen: (itemId: string) => void
  onProgress: (progress: number) => void
}) {
  const say = useStudyWords()
  // Beside the class above the player on a desktop, where there is room.
  const held = useHeldSentence()(process)
  const isNarrow = useNarrow()
  const cache = useQueryClient()
  const player = useRef<PlayerHandle>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [playing, setPlaying] = useState(false)
  const [ended, setEnded] = useState(false)
  const [beyond, setBeyond] = useState(0)
  /** The video has come to a question. */
  const [atPin, setAtPin] = useState(false)
  /** Number of times in a row the video could not be played; the last one is shown when `broken`. */
  const [failures, setFailures] = useState(0)
  const [broken, setBroken] = useState<string | null>(null)
  /** Furthest place of this viewing. */
  const [viewed, setViewed] = useState<{ lease: string | undefined; to: number }>({ lease: undefined, to: 0 })
  /** The check that was closed unanswered. */
  const [putOff, setPutOff] = useState<CaptureDue | null>(null)
  const lease = useLease(process.enrolmentId, item, player, process.settings.secondWindow === 'takeover')
  const { token, live, phase } = lease
  const terms = useCall(captureCalls.findCaptureTerms, { enrolmentId: process.enrolmentId }, { staleTime: 0 })
  useSound((terms.data?.kind ?? 'off') !== 'off')
  const asks = terms.data?.consent === 'asked' && terms.data.kind
  const toDecide = asks === 'photo' || asks === 'face' ? asks : null
  const plays = phase === 'open' && token !== null && broken !== token.leaseToken && !toDecide
  const progress = Math.max(process.progress, live.progress ?? 0)
  const items = process.courses.flatMap((course) => course.items)
  const isDone = (one: StudyItem) => (one.itemId === item.itemId ? live.done : one.state === 'done')
  const following = items[items.findIndex((one) => one.itemId === item.itemId) + 1]
  const next = following ?? items.find((one) => !isDone(one) && one.itemId !== item.itemId)
  const onNext = next && (() => onOpen(next.itemId))

  // The next video is opened from the list, which without a network is not renewed.
  const keepInList = useEffectEvent(() => {
    cache.setQueryData<ClassProcess>(
      [studyCalls.myClassProcess.path, { enrolmentId: process.enrolmentId }],
      (list) => list && processWith(list, item.itemId, live),
    )
  })
  useEffect(() => () => keepInList(), [])
  useEffect(() => {
    onProgress(progress)
  }, [progress, onProgress])
  const isNew = live.done && item.state !== 'done'
  useEffect(() => {
    if (isNew) void refetchAll(cache)
  }, [isNew, cache])
  useEffect(() => {
    if (focused) heading.current?.focus({ preventScroll: true })
  }, [focused])
  useEffect(() => {
    if (beyond === 0) return
    const timer = setTimeout(() => setBeyond(0), 3000)
    return () => clearTimeout(timer)
  }, [beyond])

  const edge = Math.min(live.edge, item.durationSeconds)
  const reached = viewed.lease === token?.leaseToken ? viewed.to : (token?.resumeAt ?? 0)
  const limit = token
    ? Math.min(
        seekLimit(process.settings, {
          edge,
          reached,
          done: live.done,
          durationSeconds: token.durationSeconds,
          aheadSeconds: token.aheadSeconds,
        }),
        // The picture may run on for a moment before it is stopped at a question.
        lease.pinAt === null ? Infinity : lease.pinAt + 1,
      )
    : 0
  // While the question is open, its sheet says it: the picture need not warn of what is being answered.
  const putBack = lease.putBack === 'question_open' && atPin ? null : lease.putBack
  const hint = putBack ? say(putBack) : beyond > 0 ? say('edgeHint') : null
  const isSaved = lease.queue.pending === 0
  const gaps = ended && isSaved && !live.done ? outside([0, item.durationSeconds], live.ranges) : []
  const gap = gaps[0]

  return (
    <div className="study-stage k-grid k-gap-5">
      <div className="left k-stack k-gap-4">
        {plays ? (
          <Player
            key={token.leaseToken}
            ref={player}
            title={item.title}
            token={token}
            ranges={live.ranges}
            edge={edge}
            limit={limit}
            hint={hint}
            onHint={() => setBeyond(beyond + 1)}
            onPlayed={(from, to) => {
              lease.played(from, to)
              setViewed({ lease: token.leaseToken, to: Math.max(reached, to) })
              if (lease.pinAt !== null && to >= lease.pinAt) setAtPin(true)
            }}
            onBreak={lease.cut}
            onPlaying={(now) => {
              setPlaying(now)
              if (!now) return
              if (putOff) {
                // It is told again with the next beat, as it is then.
                setPutOff(null)
                lease.setCheck(null)
              }
              if (lease.pinAt !== null && (player.current?.at() ?? 0) >= lease.pinAt - 0.3) setAtPin(true)
              setEnded(false)
              setFailures(0)
              lease.resumed()
            }}
            onEnded={() => setEnded(true)}
            onFailed={() => {
              setBroken(token.leaseToken)
              setFailures(failures + 1)
            }}
          >
            {token.resumeAt > 5 && (
              <ResumeNotice
                at={token.resumeAt}
                isCovered={ended || hint !== null}
                onStart={() => player.current?.seek(0, true)}
              />
            )}
            {ended && gap && (
              <Gap
                at={gap[0]}
                left={item.durationSeconds - live.watchedSeconds}
                onAgain={() => player.current?.seek(gap[0], true)}
                onNext={onNext}
              />
            )}
            {ended && !gap && next && onNext && (
              <NextUp next={next} onNext={onNext} onCancel={() => setEnded(false)} />
            )}
            {ended && !gap && !next && live.done && <AllDone examId={examOf(process)} />}
          </Player>
        ) : toDecide ? (
          <CaptureConsent kind={toDecide} onDecided={() => void terms.refetch()} />
        ) : (
          <NotPlaying
            lease={lease}
            mayTakeOver={process.settings.secondWindow === 'takeover'}
            failures={broken !== null && phase === 'open' ? failures : 0}
          />
        )}
        <h1 className="study-title" ref={heading} tabIndex={-1}>
          {item.title}
        </h1>
        {isNarrow && held && <p className="k-muted k-small">{held}</p>}
        {phase === 'opening' && lease.token === null ? (
          <Skeleton lines={2} />
        ) : (
          <CountedCard
            lease={lease}
            playing={playing && plays}
            durationSeconds={item.durationSeconds}
            onAgain={(from) => player.current?.seek(from, true)}
          />
        )}
        {plays && lease.capture && putOff === lease.capture && (
          <CaptureWaits due={lease.capture} onOpen={() => setPutOff(null)} />
        )}
        {terms.data && terms.data.kind !== 'off' && !toDecide && (
          <MyCaptures
            enrolmentId={process.enrolmentId}
            terms={terms.data}
            onDecided={() => void terms.refetch()}
          />
        )}
      </div>
      {plays && (
        <CheckpointSheets
          lease={lease}
          enrolmentId={process.enrolmentId}
          player={player}
          atPin={atPin}
          onPinLeft={() => setAtPin(false)}
          isPutOff={lease.capture !== null && putOff === lease.capture}
          onPutOff={() => setPutOff(lease.capture)}
        />
      )}
      <CourseTree
        process={process}
        currentId={item.itemId}
        current={live}
        progress={progress}
        onOpen={onOpen}
      />
    </div>
  )
}

/** The exam that is still to be passed. */
const examOf = ({ exam }: ClassProcess) => (exam && !exam.passed ? exam.examId : null)
