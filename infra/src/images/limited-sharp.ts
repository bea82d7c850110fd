import sharp from 'sharp';

// libvips reads many formats, some of them programs or documents. All loaders except these two are blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/** For the whole process: two formats, no cache, one thread for each picture. */
export { sharp };
