import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Name, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'

export const transcodeStatuses = ['none', 'queued', 'done', 'failed'] as const
/** State of the video's conversion into HLS segments. */
export const TranscodeStatus = OneOf(transcodeStatuses)
export type TranscodeStatus = (typeof transcodeStatuses)[number]

/** A video of the library, as a list shows it. */
export const Resource = Type.Object({
  id: Type.String(),
  title: Type.String(),
  categoryId: Nullable(Type.String()),
  categoryName: Nullable(Type.String()),
  posterPath: Nullable(Type.String()),
  /** Measured by the server. */
  durationSeconds: Type.Number(),
  bytes: Type.Integer(),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  mime: Type.String(),
  transcodeStatus: TranscodeStatus,
  /** False while it can be played in no browser yet: its HLS is being made, or could not be. */
  playable: Type.Boolean(),
  hasSubtitles: Type.Boolean(),
  /** Courses it is part of. */
  usedBy: Type.Integer(),
  createdByName: Nullable(Type.String()),
  createdAt: Type.String(),
})
export type Resource = Static<typeof Resource>

/** A video with what is needed to look into it; the addresses hold for the caller and for four hours. */
export const ResourceDetail = Type.Object({
  ...Resource.properties,
  playUrl: Type.String(),
  kind: OneOf(['file', 'hls']),
  subtitlesUrl: Nullable(Type.String()),
  courses: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
})
export type ResourceDetail = Static<typeof ResourceDetail>

export const resourceRefusals = refusals({
  inUse: {
    code: 409,
    zh: '“{title}”正被{names}使用，不能删除；请先从那里移除',
    en: '“{title}” is used by {names} and cannot be deleted; remove it there first',
  },
  hasQuestions: {
    code: 409,
    zh: '“{title}”有 {count} 道随堂题，不能删除；请先删除或移走这些题',
    en: '“{title}” has {count} {count|question|questions} pinned to it and cannot be deleted; move or delete them first',
  },
  linkOver: {
    code: 403,
    zh: '播放地址已失效，请重新打开',
    en: 'The playback address has expired; open the video again',
  },
})

const menu = '/resource-manage/video'
/** Pages that choose among the videos. */
const readers = [
  menu,
  '/resource-manage/course',
  '/resource-manage/add-question',
  '/train-manage/class',
] as const

export const resourceCalls = {
  query: call('/base/resource/query.action', {
    allow: readers,
    input: Paging(
      {
        keyword: Type.Optional(Keyword(60)),
        /** With all below it. */
        categoryId: Type.Optional(Id),
        transcodeStatus: Type.Optional(TranscodeStatus),
        /** Filter by whether a course has it. */
        used: Type.Optional(OneOf(['yes', 'no'])),
      },
      { sort: ['title', 'durationSeconds', 'transcodeStatus', 'usedBy', 'createdAt'] },
    ),
    output: PageOf(Resource),
    summary: 'Videos of the library, newest first',
  }),
  get: call('/base/resource/get.action', {
    allow: readers,
    input: Type.Object({ id: Id }),
    output: ResourceDetail,
    summary: 'One video with addresses to play it and the courses it is part of',
  }),
  save: call('/base/resource/save.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      /** Changes this one. */
      id: Type.Optional(Id),
      /** Creates a new one of a finished upload. */
      uploadId: Type.Optional(Id),
      title: Name(120),
      categoryId: Type.Optional(Nullable(Id)),
      /** WebVTT or SRT as text; null takes them away, absent leaves them. */
      subtitles: Type.Optional(Nullable(Type.String({ maxLength: 1024 * 1024 }))),
    }),
    output: Type.Object({
      id: Type.String(),
      /** Title of a video with the same bytes, whose file serves both; null when there is none. */
      sameAs: Nullable(Type.String()),
    }),
    summary: 'Makes a video of a finished upload, or changes title, category and subtitles of one',
  }),
  delete: call('/base/resource/delete.action', {
    allow: `${menu}#delete`,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes a video that nothing uses',
  }),
}

export const resourceExports = {
  exportVideoList: exportOf(resourceCalls.query, '/base/resource/export-video-list.action', {
    title: { zh: '视频', en: 'Videos' },
  }),
}
