import { type ComponentType, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty, Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import { ClassNotices } from '../../notice/web/ClassNotices.tsx'
import { useToken } from '../../session/web/account.ts'
import { type ClassProcess, type StudyItem, studyCalls } from '../contract.ts'
import './Study.css'
import './Player.css'
import { StudyRoom } from './StudyRoom.tsx'
import { useStudyWords } from './words.ts'

/** The video to begin with: the requested one, the last one unless it is done, the first not done. */
function firstItem(process: ClassProcess, wanted: string | null): StudyItem | undefined {
  const items = process.courses.flatMap((course) => course.items)
  const last = items.find((item) => item.itemId === process.lastItemId)
  return (
    items.find((item) => item.itemId === wanted) ??
    (last && last.state !== 'done' ? last : undefined) ??
    items.find((item) => item.state !== 'done') ??
    last ??
    items[0]
  )
}

/** A class by the `enrolmentId` of the address; `Top` renders the part above it. */
export function StudyClass({ Top }: { Top?: ComponentType<{ process: ClassProcess; progress: number }> }) {
  const say = useStudyWords()
  const signedIn = useToken()
  const [query, setQuery] = useSearchParams()
  const enrolmentId = query.get('enrolmentId') ?? ''
  const [live, setLive] = useState(0)
  const onProgress = useCallback((progress: number) => setLive(progress), [])
  const process = useCall(
    studyCalls.myClassProcess,
    { enrolmentId },
    { enabled: signedIn !== null && enrolmentId !== '', keep: true },
  )
  if (!signedIn) {
    const here = `${location.pathname}${location.search}`
    return (
      <Empty
        title={say('signIn')}
        hint={say('signInHint')}
        action={
          <ButtonLink kind="main" to={`/login?redirect=${encodeURIComponent(here)}`}>
            {say('toLogin')}
          </ButtonLink>
        }
      />
    )
  }
  if (enrolmentId === '') {
    return <Empty title={say('noClass')} action={<WaysOn />} />
  }
  return (
    <Loaded query={process} skeleton={<Skeleton lines={6} height={32} />}>
      {(data) => {
        const item = firstItem(data, query.get('itemId'))
        return (
          <>
            {Top && <Top process={data} progress={Math.max(live, data.progress)} />}
            <main id="main" className="k-wrap">
              {item ? (
                <Chosen
                  key={data.enrolmentId}
                  process={data}
                  first={item}
                  wanted={query.get('itemId')}
                  onProgress={onProgress}
                  onOpen={(itemId) => setQuery({ enrolmentId, itemId }, { replace: true })}
                />
              ) : (
                <Empty title={say('noVideos')} hint={say('noVideosHint')} />
              )}
              <div className="study-notices">
                <ClassNotices classId={data.classId} />
              </div>
            </main>
          </>
        )
      }}
    </Loaded>
  )
}

/** Keeps the first choice while lists are refetched: finishing a video does not jump to the next automatically. */
function Chosen({
  process,
  first,
  wanted,
  onOpen,
  onProgress,
}: {
  process: ClassProcess
  first: StudyItem
  wanted: string | null
  onOpen: (itemId: string) => void
  onProgress: (progress: number) => void
}) {
  const [begun] = useState(first.itemId)
  const [chosen, setChosen] = useState(false)
  const items = process.courses.flatMap((course) => course.items)
  const item = items.find((one) => one.itemId === (wanted ?? begun)) ?? first
  return (
    <StudyRoom
      key={item.itemId}
      process={process}
      item={item}
      focused={chosen}
      onOpen={(itemId) => {
        setChosen(true)
        // On a phone the contents lie below the player.
        scrollTo({ top: 0 })
        onOpen(itemId)
      }}
      onProgress={onProgress}
    />
  )
}
