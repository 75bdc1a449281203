import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { keyOf } from '../../../../web/composing.ts'
import type { Design, DesignElement } from '../contract.ts'
import { useTemplateWords } from './words.ts'

const millimetresAPoint = 0.3528
const round = (value: number) => Math.round(value * 2) / 2

function sizeOf(element: DesignElement): { width: number; height: number } {
  if (element.kind !== 'text') return { width: element.size, height: element.size }
  const perLine = Math.max(1, Math.floor(element.width / (element.size * millimetresAPoint)))
  const lines = Math.max(1, Math.ceil([...element.text].length / perLine))
  return { width: element.width, height: element.size * millimetresAPoint * 1.5 * lines }
}

/** The page in millimetres; elements are dragged, or moved by half a millimetre with the arrow keys. */
export function DesignCanvas({
  design,
  chosen,
  onChoose,
  onChange,
}: {
  design: Design
  chosen: number | null
  onChoose: (at: number) => void
  onChange: (at: number, element: DesignElement) => void
}) {
  const say = useTemplateWords()
  const canvas = useRef<SVGSVGElement>(null)
  const held = useRef<{ dx: number; dy: number } | null>(null)

  function at(event: PointerEvent): { x: number; y: number } {
    const box = canvas.current!.getBoundingClientRect()
    const scale = design.width / box.width
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale }
  }

  function place(index: number, element: DesignElement, x: number, y: number) {
    onChange(index, {
      ...element,
      x: round(Math.min(Math.max(0, x), design.width)),
      y: round(Math.min(Math.max(0, y), design.height)),
    })
  }

  function move(event: KeyboardEvent, index: number, element: DesignElement) {
    const step = event.shiftKey ? 5 : 0.5
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      keyOf(event)
    ]
    if (!by) return
    event.preventDefault()
    place(index, element, element.x + by[0]!, element.y + by[1]!)
  }

  return (
    <svg ref={canvas} className="template-canvas" viewBox={`0 0 ${design.width} ${design.height}`}>
      <rect width={design.width} height={design.height} fill="#fff" />
      <rect
        x="9"
        y="9"
        width={design.width - 18}
        height={design.height - 18}
        fill="none"
        stroke={design.accent}
        strokeWidth="0.5"
      />
      {design.elements.map((element, index) => {
        const { width, height } = sizeOf(element)
        return (
          <g
            key={index}
            role="button"
            tabIndex={0}
            aria-label={element.kind === 'qr' ? say('qr') : element.text}
            aria-pressed={chosen === index}
            onFocus={() => onChoose(index)}
            onKeyDown={(event) => move(event, index, element)}
            onPointerDown={(event) => {
              const point = at(event)
              held.current = { dx: point.x - element.x, dy: point.y - element.y }
              event.currentTarget.setPointerCapture(event.pointerId)
              onChoose(index)
            }}
            onPointerMove={(event) => {
              if (!held.current) return
              const point = at(event)
              place(index, element, point.x - held.current.dx, point.y - held.current.dy)
            }}
            onPointerUp={() => {
              held.current = null
            }}
          >
            <rect x={element.x} y={element.y} width={width} height={height} className="template-box" />
            <foreignObject x={element.x} y={element.y} width={width} height={height} pointerEvents="none">
              {element.kind === 'text' ? (
                <div
                  style={{
                    fontSize: element.size * millimetresAPoint,
                    lineHeight: 1.5,
                    textAlign: element.align,
                    color: element.color,
                    fontFamily: element.font === 'serif' ? 'serif' : 'inherit',
                    fontWeight: element.font === 'serif' ? 600 : 400,
                  }}
                >
                  {element.text}
                </div>
              ) : (
                <div
                  className={element.kind === 'seal' ? 'template-seal' : 'template-qr'}
                  style={
                    element.kind === 'seal'
                      ? { color: element.color, fontSize: element.size * 0.1 }
                      : { fontSize: 4 }
                  }
                >
                  {element.kind === 'seal' ? element.text : say('qr')}
                </div>
              )}
            </foreignObject>
          </g>
        )
      })}
    </svg>
  )
}
