import { useEffect } from 'react'
import { Mark } from '../web/kit/Ring.tsx'
import './ErrorPages.css'
import { useErrorWords } from './errorWords.ts'

/** What a visitor of a closed portal sees: that it is closed, and a contact. */
export function PortalClosed({ text }: { text: string }) {
  const say = useErrorWords()
  useEffect(() => {
    document.title = say('closedTitle')
  }, [say])
  return (
    <main className="error-page k-wrap">
      <Mark size={48} />
      <h1>{say('closedTitle')}</h1>
      <p className="k-muted">{text}</p>
    </main>
  )
}
