import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link } from 'react-router'
import { keyOf } from '../../../web/composing.ts'
import { useCall } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { useBilingual } from '../../../web/words.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { type BannerSlot, bannerCalls, bannerSlots, screensOf, type ShownBanner } from '../contract.ts'
import './Banner.css'
import { useBannerWords } from './words.ts'

const calm = '(prefers-reduced-motion: reduce)'
/** Milliseconds for which one banner is shown before the next one comes. */
const turn = 6000
/** Milliseconds after which what is swiped has come to rest. */
const rest = 120
/** Milliseconds for which the page waits for its banners: later ones would move what is being read. */
const longestWait = 2000

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
  )
}

/** The banners of the front page; undefined while the page waits for them, none once they did not come in time. */
export function useBanners(): readonly ShownBanner[] | undefined {
  const unitId = visitedUnit()
  const { data, isError } = useCall(bannerCalls.findPcFrontList, unitId ? { unitId } : {}, {
    staleTime: 60_000,
  })
  const [isGivenUp, setGivenUp] = useState(false)
  const isMissing = data === undefined
  if (isMissing && isError && !isGivenUp) setGivenUp(true)
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(() => setGivenUp(true), longestWait)
    return () => clearTimeout(timer)
  }, [isMissing])
  return isGivenUp ? [] : data
}

/** The box of a slot, in its shape before its picture has come, with the title that is written over it. */
export function BannerBox({
  slot,
  title,
  children,
}: {
  slot: BannerSlot
  title?: string | false | undefined
  children: ReactNode
}) {
  const { width, height } = bannerSlots[slot].most
  return (
    <div className="banner-box" data-slot={slot} style={{ aspectRatio: `${width} / ${height}` }}>
      {children}
      {title && <b className="banner-title">{title}</b>}
    </div>
  )
}

/** Link of a banner around its picture; the picture alone where it leads nowhere. */
function Target({
  href,
  isHidden,
  children,
}: {
  href: string | null
  isHidden: boolean
  children: ReactNode
}) {
  if (href === null) return children
  const tabIndex = isHidden ? -1 : 0
  if (href.startsWith('/'))
    return (
      <Link to={href} tabIndex={tabIndex}>
        {children}
      </Link>
    )
  return (
    <a href={href} tabIndex={tabIndex} rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** The banners of the reader's kind of screen; nothing where there are none. */
export function BannerCarousel({ banners }: { banners: readonly ShownBanner[] }) {
  const slot = useMedia(screensOf.phone) ? 'phone' : 'pc'
  const shown = banners.filter((banner) => banner[`${slot}Path`] !== null)
  const isCalm = useMedia(calm)
  // A phone that is turned may change slots: what its reader chose stays.
  const [isPlaying, setPlaying] = useState(!isCalm)
  const [currentId, setCurrentId] = useState(shown[0]?.id)
  const current = Math.max(
    0,
    shown.findIndex(({ id }) => id === currentId),
  )
  if (shown.length === 0) return null
  return (
    <Slides
      {...{ slot, isCalm, isPlaying, setPlaying, current }}
      banners={shown}
      setCurrent={(place) => setCurrentId(shown[place]?.id)}
    />
  )
}

function Slides({
  slot,
  banners,
  isCalm,
  isPlaying,
  setPlaying,
  current,
  setCurrent,
}: {
  slot: BannerSlot
  banners: readonly ShownBanner[]
  isCalm: boolean
  isPlaying: boolean
  setPlaying: (isPlaying: boolean) => void
  /** Place of the banner that is shown. */
  current: number
  setCurrent: (place: number) => void
}) {
  const say = useBannerWords()
  const pick = useBilingual()
  const frame = useRef<HTMLDivElement>(null)
  /** True while somebody points at it or is in it: what is being read stays. */
  const [isHeld, setHeld] = useState({ pointer: false, focus: false })
  const hold = (by: Partial<typeof isHeld>) => setHeld((held) => ({ ...held, ...by }))
  const count = banners.length
  /** True once the others' pictures are fetched too: before, the first would share a slow line with them. */
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWhole(true), turn / 2)
    return () => clearTimeout(timer)
  }, [])
  const isRotating = isPlaying && count > 1 && !isHeld.pointer && !isHeld.focus

  function scrollTo(place: number, behavior: ScrollBehavior) {
    const { clientWidth = 0 } = frame.current ?? {}
    frame.current?.scrollTo({ left: place * clientWidth, behavior })
  }
  function show(next: number) {
    const to = (next + count) % count
    setCurrent(to)
    scrollTo(to, isCalm ? 'auto' : 'smooth')
  }
  // Other banners, or of another width: the same one stays in view.
  const stay = useEffectEvent(() => scrollTo(current, 'auto'))
  useLayoutEffect(() => {
    stay()
  }, [slot, count])
  useEffect(() => {
    if (!isRotating) return
    // One that skips a turn while nobody looks comes again.
    const timer = setInterval(() => {
      if (!document.hidden) show(current + 1)
    }, turn)
    return () => clearInterval(timer)
  })

  // The focus does not stay in a slide that nobody sees.
  useEffect(() => {
    const slides = frame.current
    if (!slides?.contains(document.activeElement)) return
    const focused = slides.children[current]?.querySelector('a') ?? slides
    focused.focus({ preventScroll: true })
  }, [current])

  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(settling.current), [])
  function onScroll() {
    clearTimeout(settling.current)
    settling.current = setTimeout(() => {
      const { scrollLeft = 0, clientWidth = 0 } = frame.current ?? {}
      if (clientWidth > 0) setCurrent(Math.round(scrollLeft / clientWidth))
    }, rest)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is in it come up to it
    <section
      className="banner"
      aria-roledescription={say('carousel')}
      aria-label={say('banners')}
      onPointerEnter={({ pointerType }) => {
        setWhole(true)
        if (pointerType === 'mouse') hold({ pointer: true })
      }}
      onPointerLeave={() => hold({ pointer: false })}
      onFocus={() => {
        setWhole(true)
        hold({ focus: true })
      }}
      onBlur={() => hold({ focus: false })}
      onKeyDown={(event) => {
        // With another key an arrow is the browser's: back, or the other desktop.
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
        const step = { ArrowLeft: -1, ArrowRight: 1 }[keyOf(event)]
        if (!step || count < 2) return
        event.preventDefault()
        show(current + step)
      }}
    >
      {count > 1 && (
        <div className="banner-controls" role="group" aria-label={say('controls')}>
          <Button
            kind="quiet"
            aria-label={say(isPlaying ? 'pause' : 'play')}
            onClick={() => {
              setPlaying(!isPlaying)
              // The press of a reader who starts it says more than where their focus is.
              hold({ focus: false })
            }}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} />
          </Button>
          <Button kind="quiet" aria-label={say('previous')} onClick={() => show(current - 1)}>
            <Icon name="previous" />
          </Button>
          <span aria-hidden="true">
            {current + 1} / {count}
          </span>
          <Button kind="quiet" aria-label={say('next')} onClick={() => show(current + 1)}>
            <Icon name="next" />
          </Button>
        </div>
      )}
      <div
        ref={frame}
        tabIndex={-1}
        className="banner-slides"
        aria-live={isRotating ? 'off' : 'polite'}
        onScroll={onScroll}
      >
        {banners.map(({ id, title, titleEn, showTitle, href, ...paths }, i) => (
          <div
            key={id}
            role="group"
            aria-roledescription={say('slide')}
            aria-label={say('slideOf', { place: i + 1, count })}
            aria-hidden={i !== current || undefined}
          >
            <Target href={href} isHidden={i !== current}>
              <BannerBox slot={slot} title={showTitle && pick(title, titleEn)}>
                <img
                  className="k-fill"
                  src={isWhole || i === current ? paths[`${slot}Path`]! : undefined}
                  alt={showTitle ? '' : pick(title, titleEn)}
                  fetchPriority={i === current ? 'high' : 'auto'}
                />
              </BannerBox>
            </Target>
          </div>
        ))}
      </div>
    </section>
  )
}

const icons = {
  pause: 'M8 5v14M16 5v14',
  play: 'M8 5l11 7-11 7z',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
}

const Icon = ({ name }: { name: keyof typeof icons }) => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={icons[name]} fill="none" stroke="currentColor" strokeWidth="2" />
  </svg>
)
