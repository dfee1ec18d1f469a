/**
 * One piece of the index of one source. A segment is a few of these rows, written once and never
 * changed: bucket 0 is its head (which passages it holds), 1 and up hold the terms that hash there.
 * Bucket -1 marks a segment whose rows are to be removed.
 */
export interface PassageSegmentRow {
  organizationId: string;
  sourceId: string;
  bucket: number;
  segment: string;
  data: Uint8Array;
}

declare module "../../database/store.ts" {
  interface Tables {
    passageSegments: PassageSegmentRow;
  }
}

export const headBucket = 0;
export const markBucket = -1;
