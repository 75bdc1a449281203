const hues = [212, 252, 172, 28, 340, 196]

const code = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

/** A class's cover, drawn from its title and category: rings in one calm hue a category. */
export function Cover({ title, category }: { title: string; category: string }) {
  const hue = hues[code(category) % hues.length]
  const seed = code(title)
  return (
    <svg
      viewBox="0 0 400 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ display: 'block', width: '100%', height: '100%' }}
    >
      <rect width="400" height="200" fill={`hsl(${hue} 48% 24%)`} />
      {[0, 1, 2].map((i) => {
        const radius = 46 + i * 34
        const x = 250 + (seed % 120)
        const y = 70 + ((seed >> 3) % 70)
        const around = 2 * Math.PI * radius
        return (
          <g key={i} fill="none" strokeWidth="16">
            <circle cx={x} cy={y} r={radius} stroke={`hsl(${hue} 55% ${30 + i * 9}%)`} />
            <circle
              cx={x}
              cy={y}
              r={radius}
              stroke={`hsl(${hue} 60% ${78 - i * 10}%)`}
              strokeDasharray={`${around * (0.28 + ((seed >> (i * 2)) % 40) / 100)} ${around}`}
              strokeLinecap="round"
              transform={`rotate(${seed + i * 70} ${x} ${y})`}
            />
          </g>
        )
      })}
    </svg>
  )
}
