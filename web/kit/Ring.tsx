import { type ReactNode, useId } from 'react'

interface RingPart {
  /** Its share of the whole ring, 0 to 1. */
  value: number
  color: string
  /** Not earned yet: drawn as stripes. */
  pending?: boolean
}

/** The motif: a ring that closes as work goes on; its parts follow one another, and together they are what it shows. */
export function Ring({
  size,
  width = size / 11,
  parts,
  label,
  children,
}: {
  size: number
  width?: number
  parts: readonly RingPart[]
  label: string
  children?: ReactNode
}) {
  const stripes = useId()
  const centre = size / 2
  const radius = centre - width / 2
  const around = 2 * Math.PI * radius
  const arcs: (RingPart & { from: number })[] = []
  let from = 0
  for (const part of parts) {
    const value = Math.min(1 - from, Math.max(0, part.value))
    if (value > 0) arcs.push({ ...part, value, from })
    from += value
  }
  const circle = { cx: centre, cy: centre, r: radius }
  return (
    <div
      style={{ position: 'relative', width: size, height: size, flex: 'none' }}
      role="img"
      aria-label={label}
    >
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <defs>
          {arcs.map(
            (arc, i) =>
              arc.pending && (
                <pattern
                  key={`${arc.color}-${i}`}
                  id={`${stripes}-${i}`}
                  width="6"
                  height="6"
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(135)"
                >
                  <rect width="2.5" height="6" style={{ fill: arc.color }} />
                </pattern>
              ),
          )}
        </defs>
        <g fill="none" strokeWidth={width} transform={`rotate(-90 ${centre} ${centre})`}>
          <circle {...circle} stroke="var(--line)" />
          {arcs.map((arc, i) => (
            <circle
              key={`${arc.color}-${i}`}
              {...circle}
              stroke={arc.pending ? `url(#${stripes}-${i})` : arc.color}
              strokeDasharray={`${arc.value * around} ${around}`}
              strokeDashoffset={-arc.from * around}
              strokeLinecap={arcs.length === 1 && !arc.pending ? 'round' : 'butt'}
            />
          ))}
        </g>
      </svg>
      {children && (
        <div
          style={{
            position: 'absolute',
            inset: 0,
            display: 'grid',
            placeContent: 'center',
            textAlign: 'center',
          }}
          aria-hidden="true"
        >
          {children}
        </div>
      )}
    </div>
  )
}

/** The mark of the product. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      <g fill="none" strokeWidth="4">
        <circle cx="13" cy="13" r="10" stroke="var(--line)" />
        <circle
          cx="13"
          cy="13"
          r="10"
          stroke="var(--brand)"
          strokeDasharray="46 63"
          strokeLinecap="round"
          transform="rotate(-90 13 13)"
        />
      </g>
    </svg>
  )
}
