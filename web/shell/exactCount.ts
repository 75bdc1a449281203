import { createContext, type ReactNode } from 'react'
import type { Call } from '../../contract/call.ts'

/** The rows of a list to be counted, and what is drawn with how many they are; undefined until that is known. */
export interface CountProps {
  call: Call
  filter: Readonly<Record<string, unknown>>
  draw: (count: number | undefined) => ReactNode
}

/** Counts the rows that match where the list itself stops counting; nobody does outside the back office. */
export const ExactCount = createContext<(props: CountProps) => ReactNode>(({ draw }) => draw(undefined))
