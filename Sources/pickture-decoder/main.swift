import PictureLibrary

// Started by the picker, which speaks to it over a socket; of no use by hand.
DecoderWorker.main()
