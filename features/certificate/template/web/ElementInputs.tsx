import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Segmented from 'antd/es/segmented'
import type { ReactNode } from 'react'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { usePrintWarning } from '../../../print/web/printable.ts'
import type { DesignElement } from '../contract.ts'
import { certificateFields } from '../rules.ts'
import { useTemplateWords } from './words.ts'

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is the child
    <label className="k-stack k-gap-1">
      <span>{label}</span>
      {children}
    </label>
  )
}

/** The values of the chosen element. */
export function ElementInputs({
  element,
  onChange,
  onRemove,
}: {
  element: DesignElement
  onChange: (element: DesignElement) => void
  onRemove: () => void
}) {
  const say = useTemplateWords()
  const warning = usePrintWarning('text' in element ? element.text : '')
  const number = (value: number | null, least: number) => Math.max(least, value ?? least)
  return (
    <div className="k-stack">
      {'text' in element && (
        <Row label={say('text')}>
          <Input.TextArea
            autoSize
            maxLength={element.kind === 'seal' ? 40 : 1000}
            value={element.text}
            onChange={(event) => onChange({ ...element, text: event.target.value })}
          />
        </Row>
      )}
      <small role="status">{warning}</small>
      {element.kind === 'text' && (
        <small>{say('fields', { list: certificateFields.map((name) => `{${name}}`).join(' ') })}</small>
      )}
      <Row label="X (mm)">
        <InputNumber
          min={0}
          max={500}
          step={0.5}
          value={element.x}
          onChange={(x) => onChange({ ...element, x: number(x, 0) })}
        />
      </Row>
      <Row label="Y (mm)">
        <InputNumber
          min={0}
          max={500}
          step={0.5}
          value={element.y}
          onChange={(y) => onChange({ ...element, y: number(y, 0) })}
        />
      </Row>
      <Row label={say(element.kind === 'text' ? 'size' : 'sizeMm')}>
        <InputNumber
          min={5}
          max={element.kind === 'text' ? 96 : 200}
          value={element.size}
          onChange={(size) => onChange({ ...element, size: number(size, 5) })}
        />
      </Row>
      {element.kind === 'text' && (
        <>
          <Row label={say('width')}>
            <InputNumber
              min={1}
              max={500}
              value={element.width}
              onChange={(width) => onChange({ ...element, width: number(width, 1) })}
            />
          </Row>
          <Segmented
            aria-label={say('align')}
            value={element.align}
            options={(['left', 'center', 'right'] as const).map((value) => ({ value, label: say(value) }))}
            onChange={(align) => onChange({ ...element, align })}
          />
          <Segmented
            aria-label={say('font')}
            value={element.font}
            options={(['sans', 'serif'] as const).map((value) => ({ value, label: say(value) }))}
            onChange={(font) => onChange({ ...element, font })}
          />
        </>
      )}
      {'color' in element && (
        <Row label={say('color')}>
          <input
            type="color"
            value={element.color}
            onChange={(event) => onChange({ ...element, color: event.target.value })}
          />
        </Row>
      )}
      <Button danger onClick={onRemove}>
        {say('remove')}
      </Button>
    </div>
  )
}
