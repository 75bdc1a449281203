import type { PointerEvent } from 'react'
import { columnWidths } from '../../../contract/listColumn.ts'

/** The edge of a column’s head, to drag; without a pointer the width is set among the columns. */
export function ColumnEdge({
  onWidth,
}: {
  /** Called with the width in pixels when the reader lets go of the edge. */
  onWidth: (width: number) => void
}) {
  function follow(event: PointerEvent<HTMLSpanElement>) {
    const edge = event.currentTarget
    const head = edge.closest('th')!
    const from = event.clientX - head.getBoundingClientRect().width
    const { least, most } = columnWidths
    const widthAt = (x: number) => Math.round(Math.min(most, Math.max(least, x - from)))
    const over = new AbortController()
    event.preventDefault()
    edge.setPointerCapture(event.pointerId)
    const draw = ({ clientX }: globalThis.PointerEvent) =>
      void Object.assign(head.style, { minWidth: `${widthAt(clientX)}px` })
    function end() {
      over.abort()
      head.style.minWidth = ''
    }
    function letGo({ clientX }: globalThis.PointerEvent) {
      end()
      if (clientX !== event.clientX) onWidth(widthAt(clientX))
    }
    edge.addEventListener('pointermove', draw, over)
    edge.addEventListener('pointerup', letGo, over)
    edge.addEventListener('pointercancel', end, over)
  }
  return <span className="crud-edge" aria-hidden onPointerDown={follow} />
}
