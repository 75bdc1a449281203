import { Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { notify } from '../../../web/notice.ts'
import { Reader } from '../../../web/shell/view/reader.ts'
import { ShellButton } from '../../../web/shell/control/ShellButton.tsx'
import { briefName } from '../rules.ts'
import { takeNews } from './news.ts'
import './Task.css'
import type { TaskList } from './task.ts'
import { useTaskWords } from './words.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'

const load = () => import('./TaskPanel.tsx')
const TaskPanel = lazyPart(() => load().then((part) => ({ default: part.TaskPanel })))

/**
 * The button of the top bar for long work that one began, with the number of what runs, and its panel. What ends while
 * its owner is elsewhere is announced with a link to it. Absent for anyone who may begin none.
 */
export function TaskCentre({ lists }: { lists: readonly TaskList[] }) {
  const say = useTaskWords()
  const reader = use(Reader)
  const [params, setParams] = useSearchParams()
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never')
  const [announcement, setAnnouncement] = useState('')
  // The lists, by their place, that have answered in this window.
  const answered = useRef(new Set<number>())
  const offered = lists.filter(({ isOffered }) => isOffered)
  const tasks = offered.flatMap((list) => list.tasks ?? []).sort((a, b) => b.at.localeCompare(a.at))
  const count = (state: string) => tasks.filter((task) => task.state === state).length
  const [running, waiting] = [count('running'), count('waiting')]

  const announce = useEffectEvent(() => {
    const news = lists.flatMap((list, place) => {
      if (!list.isOffered || !list.tasks) return []
      const isFirst = !answered.current.has(place)
      answered.current.add(place)
      return takeNews(`${reader} ${place}`, list.tasks, isFirst)
    })
    // The centre has the file of what was refused.
    const centre = { label: say('toCentre'), to: '/home/index?tasks=open' }
    for (const { kind, name, text, state, way, file } of news) {
      const sentence = say('news', { kind, name: briefName(name), text })
      // Anyone who reads the list sees it there; a notice below the dialog could not be reached.
      if (panel === 'open') setAnnouncement(sentence)
      else notify(state === 'done' ? 'success' : 'prompt', sentence, undefined, way ?? (file && centre))
    }
  })
  const unchanged = lists.map((list) => list.tasks?.map(({ id, state }) => id + state).join(' ')).join('|')
  useEffect(() => {
    announce()
  }, [unchanged])

  // An address may ask for the panel, once: a reload shows the page.
  const isAsked = params.get('tasks') === 'open'
  useEffect(() => {
    if (!isAsked) return
    setPanel('open')
    const others = new URLSearchParams(params)
    others.delete('tasks')
    setParams(others, { replace: true })
  }, [isAsked, params, setParams])

  if (offered.length === 0) return null
  const title =
    running && waiting ? 'titleBoth' : running ? 'titleRunning' : waiting ? 'titleWaiting' : 'title'
  return (
    <>
      <ShellButton
        icon="tasks"
        name={say(title, { running, waiting })}
        badge={running}
        badgeKind="calm"
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onClick={() => setPanel('open')}
      >
        {running === 0 && waiting > 0 && <span className="task-waits" />}
      </ShellButton>
      {panel !== 'never' && (
        <Suspense>
          <TaskPanel
            open={panel === 'open'}
            lists={offered}
            tasks={tasks}
            announcement={announcement}
            onClose={() => {
              setPanel('closed')
              setAnnouncement('')
            }}
          />
        </Suspense>
      )}
    </>
  )
}
