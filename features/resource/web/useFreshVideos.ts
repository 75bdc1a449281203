import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { refetchAll } from '../../../web/refetchAll.ts'
import { resourceCalls } from '../contract.ts'
import { useUploads } from './uploads.ts'

/** Reads the library again whenever a video arrives in it or is converted. */
export function useFreshVideos(): void {
  const cache = useQueryClient()
  const arrived = useUploads().filter((upload) => upload.state === 'arrived').length
  const converted = useConverted()
  useEffect(() => {
    if (arrived + converted > 0) void refetchAll(cache)
  }, [arrived, converted, cache])
}

/** Counts videos converted while the page is open; polls every five seconds while some are pending. */
function useConverted(): number {
  const [seen, setSeen] = useState({ waiting: 0, converted: 0 })
  const { data } = useCall(
    resourceCalls.query,
    { transcodeStatus: 'queued', limit: 5 },
    { refetchInterval: seen.waiting > 0 ? 5000 : false },
  )
  const waiting = data?.total ?? seen.waiting
  if (waiting !== seen.waiting) {
    setSeen({ waiting, converted: seen.converted + Math.max(0, seen.waiting - waiting) })
  }
  return seen.converted
}
