import { useEffect } from 'react'
import { Mark } from '../web/kit/Ring.tsx'
import './ErrorPages.css'
import { useErrorWords } from './errorWords.ts'

/** Tells a visitor that the portal is closed, and gives a contact. */
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
