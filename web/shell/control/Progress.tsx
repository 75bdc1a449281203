import './controls.css'

/** Progress of something: a bar and its percent. */
export function Progress({ percent, label }: { percent: number; label: string }) {
  return (
    <span className="office-progress k-row k-numbers">
      <progress max={100} value={percent} aria-label={label} />
      {percent}%
    </span>
  )
}
