import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { usePhone } from '../../../web/shell/view/narrow.ts'
import type { ChartData, DrawnChart } from './chartData.ts'
import { useDashboardWords } from './words.ts'

/** Saves a picture under its title. */
function savePicture(address: string, title: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = `${title}.png`
  link.click()
}

/** A chart with its table beside it, for those who read the numbers or cannot see the chart; both can be saved. */
export function Chart({
  title,
  covers,
  data,
  table,
  isFolded = false,
  tools,
}: {
  title: string
  /** Days, unit and class type by which a saved picture is understood. */
  covers: string
  data: ChartData
  table: ReactNode
  /** True if a phone shows the table on demand: it is long, and the chart says the same. */
  isFolded?: boolean
  tools?: ReactNode
}) {
  const say = useDashboardWords()
  const isPhone = usePhone()
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart>(null)
  const latest = useRef(data)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    latest.current = data
    drawn.current?.update(data)
  }, [data])
  useEffect(() => {
    let isGone = false
    const at = place.current!
    // Where nothing can be drawn the table has it all.
    if (!document.createElement('canvas').getContext?.('2d')) return
    void import('./drawChart.ts').then(({ drawChart }) => {
      if (isGone) return
      drawn.current = drawChart(at, latest.current)
      setDrawn(true)
    })
    return () => {
      isGone = true
      drawn.current?.end()
      drawn.current = null
    }
  }, [])
  const unit = data.unit && say('unitIs', { unit: data.unit })
  const save = () =>
    savePicture(
      drawn.current!.picture(title, [covers, unit].filter(Boolean).join(' · ')),
      `${title} ${covers}`,
    )
  return (
    <section className="shell-card board-part" aria-labelledby={id}>
      <div className="k-cluster k-split">
        <div>
          <h2 id={id}>{title}</h2>
          {unit && <small className="k-muted">{unit}</small>}
        </div>
        <div className="k-cluster k-gap-2">
          {isDrawn && <Button onClick={save}>{say('picture')}</Button>}
          {tools}
        </div>
      </div>
      <div className="board-beside">
        <div
          ref={place}
          className="board-chart"
          role="img"
          aria-label={say('chartOf', { title })}
          style={{ height: data.kind === 'bars' ? 64 + 40 * Math.max(data.labels.length, 3) : 300 }}
        />
        {isPhone ? (
          <details open={!isFolded}>
            <summary className="board-fold">{say('tableOf', { title })}</summary>
            {table}
          </details>
        ) : (
          <div className="board-table">{table}</div>
        )}
      </div>
    </section>
  )
}
