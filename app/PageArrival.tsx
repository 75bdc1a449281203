import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Says the title of each page that is opened from another, and begins the way of the keyboard at its content. */
export function PageArrival({ title }: { title: string }) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setSaid(title)
    const main = document.getElementById('main')
    // A page may have chosen a place of its own.
    if (!main || main.contains(document.activeElement)) return
    main.setAttribute('tabindex', '-1')
    main.focus({ preventScroll: true })
  }, [pathname, title])
  return (
    <p className="k-hidden" role="status">
      {said}
    </p>
  )
}
