import { createContext, type ReactNode, use } from 'react'
import type { ExportCall } from '../../../contract/exporting.ts'
import { useMay } from '../view/may.ts'

/** List to be exported, with its filters and its size. */
export interface ExportProps {
  call: ExportCall
  /** The filters as the list has them at the moment. */
  filter: Record<string, unknown>
  /** Rows of the list; its count may stop at `countedRows`. */
  total: number
  /** Called before a dialog asks about it: what lies above closes. */
  onAsk?: () => void
}

/** Draws the button that exports a list; the office gives it, since lists are below the feature of exports. */
export const Exporter = createContext<(props: ExportProps) => ReactNode>(() => null)

/** The button of a list's export, for anyone who may make it. */
export function ExportPart(props: ExportProps) {
  const draw = use(Exporter)
  return useMay(props.call) ? draw(props) : null
}
