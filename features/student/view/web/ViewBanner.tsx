import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { send } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { clearToken, leaveViewAs, onToken, readViewAs } from '../../../../web/token.ts'
import { viewCalls } from '../contract.ts'
import './View.css'
import { useViewWords } from './words.ts'

const minute = 60_000
const isOverNow = () => readViewAs() === 'over'
const textNow = () => JSON.stringify(readViewAs())

/** The office page of the learner whose pages were viewed. */
const detailOf = (accountId: string | undefined) =>
  accountId ? `/student-manage/student-detail?accountId=${accountId}` : '/student-manage/student'

/** Banner above every page of a view-as session: whose pages they are, until when, and a button to end it. */
export default function ViewBanner() {
  const say = useViewWords()
  const cache = useQueryClient()
  const text = useSyncExternalStore(onToken, textNow)
  const isOver = useSyncExternalStore(onToken, isOverNow)
  const [last, setLast] = useState(() => readViewAs())
  const viewAs = isOver ? last : readViewAs()
  if (!isOver && text !== JSON.stringify(last)) setLast(readViewAs())
  const known = viewAs === 'over' ? null : viewAs
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  const left = known ? Date.parse(known.until) - now : 0
  useEffect(() => {
    if (isOver || !known || left > 0) return
    clearToken()
    cache.clear()
  }, [isOver, known, left, cache])

  async function end() {
    await send(viewCalls.endView, {}, { quiet: true, keepsToken: true }).catch(() => {})
    clearToken()
    cache.clear()
  }

  if (isOver) {
    return (
      <div className="view-over" role="alertdialog" aria-labelledby="view-over">
        <div className="k-card">
          <h1 id="view-over">{say('over')}</h1>
          <p>{say('overText')}</p>
          <Button
            kind="main"
            onClick={() => {
              leaveViewAs()
              location.replace(detailOf(known?.accountId))
            }}
          >
            {say('back')}
          </Button>
        </div>
      </div>
    )
  }
  if (!known) return null
  const minutes = Math.ceil(left / minute)
  return (
    <div className="view-banner k-cluster" role="status">
      <span>
        {left > minute
          ? say('banner', { name: known.name, minutes })
          : say('bannerSoon', { name: known.name })}
      </span>
      <Button kind="plain" onClick={() => void end()}>
        {say('end')}
      </Button>
    </div>
  )
}
