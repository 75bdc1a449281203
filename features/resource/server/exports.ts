import { exported } from '../../../server/exporting.ts'
import { resourceExports, type TranscodeStatus } from '../contract.ts'

const states: Readonly<Record<TranscodeStatus | 'failedPlayable', { zh: string; en: string }>> = {
  none: { zh: '可播放', en: 'Playable' },
  queued: { zh: '正在转码', en: 'Transcoding' },
  done: { zh: '可播放（HLS）', en: 'Playable (HLS)' },
  failed: { zh: '转码失败', en: 'Transcoding failed' },
  failedPlayable: { zh: '可播放', en: 'Playable' },
}

/** The sheet of the list of videos. */
export const videoExportList = [
  exported(resourceExports.exportVideoList, [
    { title: { zh: '视频', en: 'Video' }, width: 40, value: (row) => row.title },
    { title: { zh: '目录', en: 'Folder' }, width: 24, value: (row) => row.categoryName },
    { title: { zh: '时长', en: 'Length' }, format: 'duration', value: (row) => row.durationSeconds },
    { title: { zh: '大小（字节）', en: 'Size (bytes)' }, format: 'count', value: (row) => row.bytes },
    {
      title: { zh: '播放状态', en: 'Playback status' },
      value: ({ playable, transcodeStatus }) =>
        states[playable && transcodeStatus === 'failed' ? 'failedPlayable' : transcodeStatus],
    },
    { title: { zh: '使用课程', en: 'Courses' }, format: 'count', width: 10, value: (row) => row.usedBy },
    { title: { zh: '上传', en: 'Uploaded' }, format: 'moment', width: 18, value: (row) => row.createdAt },
  ]),
]
