import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode } from 'react'
import type { Call } from '../../../contract/call.ts'
import type { CallRefused } from '../../client.ts'

/** Number of rows that match, as far as known: counting may take longer than a call may. */
export type Count = Pick<
  UseQueryResult<{ total: number }, CallRefused>,
  'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'refetch'
>

/** The rows of a list to be counted, and what is drawn with how many they are. */
export interface CountProps {
  call: Call
  filter: Readonly<Record<string, unknown>>
  draw: (count: Count) => ReactNode
}

/** Counts the rows that match where the list itself stops counting; nobody does outside the back office. */
export const ExactCount = createContext<(props: CountProps) => ReactNode>(() => null)
