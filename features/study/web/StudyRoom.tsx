import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Failure, Skeleton } from '../../../web/kit/Loaded.tsx'
import type { ClassProcess, StudyItem } from '../contract.ts'
import { CountedCard } from './CountedCard.tsx'
import { CourseTree } from './CourseTree.tsx'
import { AllDone, Elsewhere, NextUp, ResumeNotice } from './Overlays.tsx'
import { Player, type PlayerHandle } from './Player.tsx'
import { useLease } from './useLease.ts'
import { useStudyWords } from './words.ts'

/** One class being studied: player left, contents right; on a phone one above the other. */
export function StudyRoom({
  process,
  item,
  onOpen,
  onProgress,
}: {
  process: ClassProcess
  item: StudyItem
  onOpen: (itemId: string) => void
  onProgress: (progress: number) => void
}) {
  const say = useStudyWords()
  const cache = useQueryClient()
  const player = useRef<PlayerHandle>(null)
  const [playing, setPlaying] = useState(false)
  const [ended, setEnded] = useState(false)
  const [beyond, setBeyond] = useState(0)
  const lease = useLease(process.enrolmentId, item, player)
  const { token, live, phase } = lease
  const progress = Math.max(process.progress, live.progress ?? 0)
  const items = process.courses.flatMap((course) => course.items)
  const isDone = (one: StudyItem) => (one.itemId === item.itemId ? live.done : one.state === 'done')
  const following = items[items.indexOf(item) + 1]
  const next = following ?? items.find((one) => !isDone(one) && one !== item)

  useEffect(() => {
    onProgress(progress)
  }, [progress, onProgress])
  useEffect(() => {
    if (live.done) void cache.invalidateQueries()
  }, [live.done, cache])
  useEffect(() => setEnded(false), [item.itemId])
  useEffect(() => {
    if (beyond === 0) return
    const timer = setTimeout(() => setBeyond(0), 3000)
    return () => clearTimeout(timer)
  }, [beyond])
  useEffect(() => {
    if (!token?.pauseWhenHidden) return
    const onHidden = () => document.hidden && player.current?.pause()
    document.addEventListener('visibilitychange', onHidden)
    return () => document.removeEventListener('visibilitychange', onHidden)
  }, [token])

  const edge = Math.min(live.edge, item.durationSeconds)
  const isFree = token !== null && (token.aheadSeconds >= token.durationSeconds || live.done)
  const limit = token
    ? isFree
      ? token.durationSeconds
      : Math.min(token.durationSeconds, edge + token.aheadSeconds)
    : 0
  const hint = lease.putBack ? say(lease.putBack) : beyond > 0 ? say('edgeHint') : null

  return (
    <div className="study-stage">
      <div className="left">
        {phase === 'opening' && (
          <div className="study-player">
            <div className="picture">
              <p className="veil">{say('loading')}</p>
            </div>
          </div>
        )}
        {phase === 'elsewhere' && (
          <Elsewhere
            message={lease.error?.message ?? null}
            mayTakeOver={process.settings.secondWindow === 'takeover'}
            onContinue={lease.reopen}
          />
        )}
        {phase === 'failed' && lease.error && <Failure error={lease.error} onRetry={lease.reopen} />}
        {phase === 'open' && token && (
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
            onPlayed={lease.played}
            onBreak={lease.cut}
            onPlaying={setPlaying}
            onEnded={() => setEnded(true)}
          >
            {token.resumeAt > 5 && !ended && (
              <ResumeNotice at={token.resumeAt} onStart={() => player.current?.seek(0, true)} />
            )}
            {ended && next && (
              <NextUp next={next} onNext={() => onOpen(next.itemId)} onCancel={() => setEnded(false)} />
            )}
            {ended && !next && live.done && <AllDone examId={process.exam?.examId ?? null} />}
          </Player>
        )}
        <h1 className="study-title">{item.title}</h1>
        {phase === 'opening' ? (
          <Skeleton lines={2} />
        ) : (
          <CountedCard
            lease={lease}
            playing={playing && phase === 'open'}
            durationSeconds={item.durationSeconds}
            onAgain={(from) => player.current?.seek(from, true)}
          />
        )}
      </div>
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
