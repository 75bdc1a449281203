import type { ReactNode } from 'react'

interface RingPart {
  /** 0 to 1. */
  value: number
  color: string
}

/** The motif: a ring that closes as work goes on; several parts are rings inside each other. */
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
  const centre = size / 2
  return (
    <div
      style={{ position: 'relative', width: size, height: size, flex: 'none' }}
      role="img"
      aria-label={label}
    >
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <g
          fill="none"
          strokeWidth={width}
          strokeLinecap="round"
          transform={`rotate(-90 ${centre} ${centre})`}
        >
          {parts.map((part, i) => {
            const radius = centre - width / 2 - i * width * 1.4
            const around = 2 * Math.PI * radius
            const shown = Math.min(1, Math.max(0, part.value)) * around
            return (
              <g key={`${part.color}-${i}`}>
                <circle cx={centre} cy={centre} r={radius} stroke="var(--line)" />
                {shown > 0 && (
                  <circle
                    cx={centre}
                    cy={centre}
                    r={radius}
                    stroke={part.color}
                    strokeDasharray={`${shown} ${around}`}
                  />
                )}
              </g>
            )
          })}
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
