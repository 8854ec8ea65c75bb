import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { SharedPage } from '#components/share/shared-page';
import { AppError } from '#lib/errors';
import { readShared } from '#lib/share/share';

export const dynamic = 'force-dynamic';

interface Props {
  params: Promise<{ token: string }>;
}

/** Once for the title and the page. */
const read = cache(async (token: string) => {
  try {
    return await readShared(token);
  } catch (error) {
    if (error instanceof AppError) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { title } = await read((await params).token);
  return { title: `${title} · Loupe`, robots: { index: false, follow: false } };
}

export default async function Page({ params }: Props) {
  return <SharedPage shared={await read((await params).token)} />;
}
