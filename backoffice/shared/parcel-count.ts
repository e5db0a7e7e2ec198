/** Returns a number of parcels in words. */
export const parcelCount = (count: number) => (count === 1 ? "1 parcel" : `${count.toLocaleString("en-IN")} parcels`);
