import Descriptions from 'antd/es/descriptions'
import type { ReactNode } from 'react'
import { usePhone } from '../view/narrow.ts'

/** Table of facts about one thing, a line each: its name and the fact; what has none is left out. */
export function FactTable({ facts }: { facts: readonly (readonly [name: string, fact: ReactNode])[] }) {
  const isPhone = usePhone()
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      layout={isPhone ? 'vertical' : 'horizontal'}
      styles={{ label: { whiteSpace: 'nowrap' }, content: { overflowWrap: 'anywhere' } }}
      items={facts.flatMap(([label, children]) => (children ? [{ key: label, label, children }] : []))}
    />
  )
}
